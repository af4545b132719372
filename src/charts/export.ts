// Figures as files that stand on their own: colours and fonts resolved, title and origin inside.
import { csvText } from './csv.ts';
import type { Figure } from './figure.ts';
import { withText } from './png-text.ts';

export { csvText };

export interface ExportOptions {
  /** Width of the drawing, px. */
  readonly width: number;
  /** Hash of the plan that the figure came from; it goes into the file. */
  readonly plan: string;
  /** Light unless asked. */
  readonly theme?: 'light' | 'dark';
}

const SVG = 'http://www.w3.org/2000/svg';
const PIXEL_RATIO = 2;
/** Inherited properties that charts set; each is written where it differs from the parent's. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
] as const;

/** "alpha-temperature-8f2c41a9.svg": the figure, and the first eight digits of the plan's hash. */
export const fileName = ({ id }: Figure, plan: string, extension: 'svg' | 'png' | 'csv'): string =>
  `${id}-${plan.slice(0, 8)}.${extension}`;

const originOf = (figure: Figure, plan: string): Readonly<Record<string, string>> => ({
  Title: figure.title,
  Description: figure.subtitle,
  Comment: `plan ${plan}`,
  Software: 'Luce',
});

/** Runs `work` on a fresh drawing that stands in the page, unseen, under the theme asked for. */
function onPage<Result>(
  figure: Figure,
  options: ExportOptions,
  work: (svg: SVGSVGElement) => Result,
): Result {
  const host = document.createElement('div');
  host.style.colorScheme = options.theme ?? 'light';
  host.style.position = 'fixed';
  host.style.left = '-99999px';
  host.setAttribute('aria-hidden', 'true');
  host.append(figure.draw(options.width));
  document.body.append(host);
  try {
    return work(host.querySelector('svg') as SVGSVGElement);
  } finally {
    host.remove();
  }
}

type Styles = Readonly<Record<string, string>>;

const stylesOf = (node: Element): Styles => {
  const computed = getComputedStyle(node);
  return Object.fromEntries(PROPERTIES.map((name) => [name, computed.getPropertyValue(name)]));
};

/** Writes what `source` looks like onto `copy` as plain attributes, and drops what only a page can read. */
function inlineStyles(source: Element, copy: Element, inherited: Styles): void {
  const styles = stylesOf(source);
  for (const { name } of [...copy.attributes])
    if (/^(style|role|class|data-|aria-)/.test(name)) copy.removeAttribute(name);
  for (const name of PROPERTIES) if (styles[name] !== inherited[name]) copy.setAttribute(name, styles[name]);
  [...source.children].forEach((child, i) => inlineStyles(child, copy.children[i], styles));
}

function element(name: string, text: string): SVGElement {
  const node = document.createElementNS(SVG, name);
  node.textContent = text;
  return node;
}

function groundOf(width: string, height: string, fill: string): SVGElement {
  const ground = document.createElementNS(SVG, 'rect');
  ground.setAttribute('width', width);
  ground.setAttribute('height', height);
  ground.setAttribute('fill', fill);
  return ground;
}

/** The colour behind labels is the ground of the file, so that halos do not show. */
function groundColor(host: Element): string {
  const probe = document.createElement('i');
  probe.style.color = 'var(--halo)';
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A standalone SVG document. Must run in a page that has the design's custom properties. */
export const svgText = (figure: Figure, options: ExportOptions): string =>
  onPage(figure, options, (source) => {
    const copy = source.cloneNode(true) as SVGSVGElement;
    const { width, height } = source.getBoundingClientRect();
    inlineStyles(source, copy, {});
    copy.setAttribute('xmlns', SVG);
    copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
    copy.style.fontVariantNumeric = 'tabular-nums lining-nums';
    copy.prepend(
      element('title', figure.title),
      element('desc', figure.description),
      element('metadata', JSON.stringify(originOf(figure, options.plan))),
      groundOf(`${width}`, `${height}`, groundColor(source.parentElement as Element)),
    );
    return new XMLSerializer().serializeToString(copy);
  });

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  try {
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The SVG at two pixels to one; rejects where the browser cannot draw or encode it. */
export async function pngOf(figure: Figure, options: ExportOptions): Promise<Blob> {
  const image = await imageOf(svgText(figure, options));
  const canvas = document.createElement('canvas');
  canvas.width = PIXEL_RATIO * image.naturalWidth;
  canvas.height = PIXEL_RATIO * image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null)
    throw new Error(`${figure.id}: a canvas of ${canvas.width} × ${canvas.height} px gave no PNG`);
  const file = new Uint8Array(await blob.arrayBuffer());
  return new Blob([withText(file, originOf(figure, options.plan))], { type: 'image/png' });
}
