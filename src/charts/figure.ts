// What a page needs to show, read out, tabulate and export one picture.

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** A column of the table view and of the CSV; `format` is for reading, the CSV keeps full precision. */
export interface Column {
  readonly key: string;
  /** Head for people; the key is the head of the CSV. */
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly format: (value: Cell) => string;
}

/**
 * One thing that can be pointed at. The drawing holds an element with `data-mark` equal to `id` and its
 * position in `data-x`, `data-y` (pixels of the drawing); marks of one series stand in reading order.
 */
export interface Mark {
  readonly id: string;
  readonly series: number;
  /** First line of the hover card. */
  readonly name: string;
  /** Value, interval, n. */
  readonly lines: readonly string[];
}

export interface Figure {
  /** Stable name: file names and links are made of it. */
  readonly id: string;
  /** The subject. */
  readonly title: string;
  /** How to read it: what a dot, a bar, a band is, and its level. */
  readonly subtitle: string;
  /** Conventions and caveats. */
  readonly caption: string;
  /** The text alternative: generated sentences with the numbers. */
  readonly description: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly marks: readonly Mark[];
  /** A fresh drawing `width` px wide; its height follows. Colours are the page's custom properties. */
  readonly draw: (width: number) => SVGSVGElement;
}
