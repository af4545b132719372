// Saves a figure as a file that carries its title and its plan.
import { csvText, fileName, pngOf, svgText } from '../../charts/export.ts';
import type { Figure } from '../../charts/figure.ts';
import { download } from '../download.ts';

export type ExportKind = 'svg' | 'png' | 'csv';

/** Drawings leave the page at this width, whatever the window's. */
const EXPORT_WIDTH = 880;

/** Downloads the figure; `plan` is the hash of the plan it came from. Rejects where no PNG can be made. */
export async function exportFigure(figure: Figure, plan: string, kind: ExportKind): Promise<void> {
  const options = { width: EXPORT_WIDTH, plan };
  download(fileName(figure, plan, kind), await contentOf(figure, options, kind));
}

async function contentOf(
  figure: Figure,
  options: { readonly width: number; readonly plan: string },
  kind: ExportKind,
): Promise<Blob> {
  if (kind === 'png') return pngOf(figure, options);
  if (kind === 'csv') return new Blob([csvText(figure)], { type: 'text/csv' });
  return new Blob([svgText(figure, options)], { type: 'image/svg+xml' });
}
