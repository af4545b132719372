// Where a floating panel goes: beside what opened it, inside the window.

export interface Anchor {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 8;

/** Left and top in pixels: below the anchor (above where there is no room), starting or ending with it. */
export function placeBeside(
  anchor: Anchor,
  panel: Size,
  view: Size,
  align: 'start' | 'end',
): { left: number; top: number } {
  const wanted = align === 'end' ? anchor.right - panel.width : anchor.left;
  const left = Math.max(MARGIN, Math.min(wanted, view.width - panel.width - MARGIN));
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - panel.height;
  const fits = below + panel.height <= view.height - MARGIN;
  return { left, top: fits || above < MARGIN ? Math.max(MARGIN, below) : above };
}

/** Moves an open popover element beside `anchor`. */
export function placeElement(panel: HTMLElement, anchor: Element, align: 'start' | 'end'): void {
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const { left, top } = placeBeside(
    anchor.getBoundingClientRect(),
    { width: panel.offsetWidth, height: panel.offsetHeight },
    view,
    align,
  );
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
  panel.style.maxHeight = `${Math.max(view.height - top - MARGIN, 120)}px`;
}
