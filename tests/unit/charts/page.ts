// A document just large enough for drawings, so that they can be measured without a browser.
const SELECTOR =
  /^(?<tag>[a-z]+)?(?:\.(?<name>[\w-]+))?(?:\[(?<attribute>[\w-]+)(?:="(?<value>[^"]*)")?\])?$/;

/** One element of a drawing: attributes, inline styles, children; matched by tag, class or attribute. */
export class DrawnElement {
  readonly attributes = new Map<string, string>();
  readonly styles = new Map<string, string>();
  readonly children: DrawnElement[] = [];
  readonly namespaceURI = 'http://www.w3.org/2000/svg';
  readonly ownerDocument = page;
  readonly style = {
    setProperty: (name: string, value: string) => void this.styles.set(name, value),
    removeProperty: (name: string) => void this.styles.delete(name),
    getPropertyValue: (name: string) => this.styles.get(name) ?? '',
  };
  parentNode: DrawnElement | null = null;
  textContent = '';

  constructor(readonly tagName: string) {}

  get dataset(): Record<string, string | undefined> {
    const data = [...this.attributes].filter(([name]) => name.startsWith('data-'));
    return Object.fromEntries(data.map(([name, value]) => [name.slice(5), value]));
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  insertBefore(child: DrawnElement, next: DrawnElement | null): DrawnElement {
    const at = next === null ? this.children.length : this.children.indexOf(next);
    this.children.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child: DrawnElement): DrawnElement {
    return this.insertBefore(child, null);
  }
  removeChild(child: DrawnElement): void {
    this.children.splice(this.children.indexOf(child), 1);
  }
  querySelectorAll(selector: string): DrawnElement[] {
    const below = this.children.flatMap((child) => [child, ...child.querySelectorAll('')]);
    return selector === '' ? below : below.filter((element) => element.matches(selector));
  }
  querySelector(selector: string): DrawnElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  matches(selector: string): boolean {
    const parts = SELECTOR.exec(selector)?.groups;
    if (!parts) throw new Error(`selector ${selector} is not a tag, a class or an attribute`);
    const { tag, name, attribute, value } = parts;
    return (
      (tag === undefined || tag === this.tagName) &&
      (name === undefined || this.getAttribute('class') === name) &&
      (attribute === undefined || this.attributes.has(attribute)) &&
      (value === undefined || this.getAttribute(attribute) === value)
    );
  }
  /** Everything that is written in the element, for a search of the whole drawing. */
  get written(): string {
    const own = [...this.attributes, ...this.styles].map(([name, value]) => `${name}="${value}"`);
    return [this.tagName, ...own, this.textContent, ...this.children.map(({ written }) => written)].join(' ');
  }
}

const page = {
  documentElement: { namespaceURI: 'http://www.w3.org/1999/xhtml' },
  createElementNS: (_: string, name: string): DrawnElement => new DrawnElement(name),
};

/** Makes `document` the small one; unit tests have no other. */
export const openPage = (): void => void Object.assign(globalThis, { document: page });

/** A chart's drawing as what it is here. */
export const drawn = (svg: SVGSVGElement): DrawnElement => svg as unknown as DrawnElement;
