// Line icons on a 16 px grid, 1.5 px strokes: one path each, so that no markup is parsed at run time.

export interface IconShape {
  /** Stroked path. */
  readonly line?: string;
  /** Filled path. */
  readonly solid?: string;
}

export const ICONS = {
  home: { line: 'M2.5 7.4 8 2.7l5.5 4.7v5.7a.5.5 0 0 1-.5.5H9.8V9.9H6.2v3.7H3a.5.5 0 0 1-.5-.5z' },
  data: {
    line: 'M2.7 4c0-1.1 2.4-2 5.3-2s5.3.9 5.3 2-2.4 2-5.3 2-5.3-.9-5.3-2v8c0 1.1 2.4 2 5.3 2s5.3-.9 5.3-2V4M2.7 8c0 1.1 2.4 2 5.3 2s5.3-.9 5.3-2',
  },
  seu: { line: 'M4.9 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM6.5 7l7-3.8M6.9 8.2h6.7M6.5 9.4l7 3.8' },
  portability: { line: 'M2.6 2.6h6.6v6.6H2.6zM6.8 11.4v2h6.6V6.8h-2' },
  beliefs: { line: 'M2.2 13.2C8.4 13.2 6.6 2.8 13.8 2.8M4.6 11h.01M8 8h.01M11.4 4.4h.01' },
  runs: { line: 'M2.6 4h.01M2.6 8h.01M2.6 12h.01M5.6 4h7.8M5.6 8h7.8M5.6 12h5' },
  search: { line: 'M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0ZM10.2 10.2l3.4 3.4' },
  theme: {
    line: 'M13.6 8A5.6 5.6 0 1 1 2.4 8a5.6 5.6 0 0 1 11.2 0Z',
    solid: 'M8 2.4a5.6 5.6 0 0 1 0 11.2z',
  },
  engine: {
    line: 'M4.6 4h6.8a.6.6 0 0 1 .6.6v6.8a.6.6 0 0 1-.6.6H4.6a.6.6 0 0 1-.6-.6V4.6a.6.6 0 0 1 .6-.6ZM6.4 4V2M9.6 4V2M6.4 14v-2M9.6 14v-2M4 6.4H2M4 9.6H2M14 6.4h-2M14 9.6h-2',
  },
  storage: { line: 'M3 3h8l2 2v8H3zM5.4 3v3.2h4.4V3M5.2 13V9.4h5.6V13' },
  play: { solid: 'M4.6 3v10l8-5z' },
  pause: { solid: 'M4.6 3.2h2v9.6h-2zM9.4 3.2h2v9.6h-2z' },
  stop: { solid: 'M4 4.6c0-.3.3-.6.6-.6h6.8c.3 0 .6.3.6.6v6.8c0 .3-.3.6-.6.6H4.6a.6.6 0 0 1-.6-.6z' },
  close: { line: 'm4 4 8 8M12 4l-8 8' },
  next: { line: 'm6 3.6 4.4 4.4L6 12.4' },
  table: { line: 'M3 3h10v10H3zM3 6.4h10M6.4 6.4V13' },
  export: { line: 'M8 2.6v7.6M4.8 7.2 8 10.4l3.2-3.2M2.8 13.2h10.4' },
  import: { line: 'M8 13.2V5.6M4.8 8.6 8 5.4l3.2 3.2M2.8 2.8h10.4' },
  file: { line: 'M4 2.4h5l3 3v8.2H4zM9 2.4v3h3' },
  copy: { line: 'M5.6 5.6h7.6v7.6H5.6zM3 10.4V2.8h7.6' },
  link: {
    line: 'M6.6 9.4l2.8-2.8M7.4 4.6l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.6 11.4l-1 1a2.8 2.8 0 0 1-4-4l1-1',
  },
  again: { line: 'M13.2 8A5.2 5.2 0 1 1 11.4 4.1M13.2 2.4v3h-3' },
  trash: { line: 'M3 4.4h10M6.2 4.4V2.8h3.6v1.6M4.4 4.4l.5 9h6.2l.5-9' },
  plus: { line: 'M8 3v10M3 8h10' },
  settings: {
    line: 'M2.6 4.8h6M12 4.8h1.4M2.6 11.2H4M7.4 11.2h6M11.9 4.8a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0ZM7.3 11.2a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0Z',
  },
  info: { line: 'M13.8 8A5.8 5.8 0 1 1 2.2 8a5.8 5.8 0 0 1 11.6 0ZM8 7.4v3.6M8 5.1h.01' },
  sort: { solid: 'M8 10.6 4.8 6.4h6.4z' },
  keyboard: { line: 'M2 4.4h12v7.2H2zM4.6 7h.01M7 7h.01M9.4 7h.01M11.6 7h.01M5.6 9.4h4.8' },
} as const satisfies Record<string, IconShape>;

export type IconName = keyof typeof ICONS;
