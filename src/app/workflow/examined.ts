// An answer that a worker computes at a press.

/** Something that a worker computes at a press: what is at hand, what it is of, and whether more is on the way. */
export interface Examined<Report> {
  readonly busy: boolean;
  readonly report: Report | null;
  /** The design and model of `report`. */
  readonly subject: string;
  /** What stopped it, in words, or null. */
  readonly fault: string | null;
}
