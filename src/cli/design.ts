// luce design: makes a study design, or reads one, and says what it can tell.
import { writeStanData } from '../formats/stan-data.ts';
import { extendDesign } from '../instruments/seu/design/generate.ts';
import { hierarchicalDesign, hierarchicalStanData } from '../instruments/seu/design/hierarchical.ts';
import type { MenuTable } from '../instruments/seu/design/menu-table.ts';
import { designReport, hierarchicalReport, type DesignReport } from '../instruments/seu/design/report.ts';
import type { DesignSettings } from '../instruments/seu/design/settings.ts';
import { designText } from '../instruments/seu/design/spec.ts';
import { describeDesign } from '../instruments/seu/design/views.ts';
import { withPrior } from '../instruments/seu/prior-text.ts';
import { SEU_PRESETS, type SeuModel } from '../models/seu/presets.ts';
import { seedOf, usage, wholeNumber, type Arguments } from './arguments.ts';
import { cellDesign, designInput } from './design-input.ts';
import { resolveModel } from './inputs.ts';
import { openOutputFile, toJson } from './output.ts';
import { columns } from './text.ts';

/** A design with its diagnostics, and the text of its file. */
interface Designed {
  readonly label: string;
  readonly model: SeuModel;
  readonly report: DesignReport;
  readonly file: string;
}

const MOST_MENUS = 100_000;

/** Cells are judged under the priors of a flat model: those of one cell. */
function cellModel(args: Arguments): SeuModel {
  const name = args.text('model') ?? 'm_0';
  if (!Object.hasOwn(SEU_PRESETS, name) || SEU_PRESETS[name].link !== 'none')
    throw usage('--model', JSON.stringify(name), 'm_0, m_01 or m_02 for a design with cells');
  return args.texts('prior').reduce((model, text) => {
    const changed = withPrior(model, text);
    if (!changed.ok) throw usage('--prior', JSON.stringify(text), changed.needed);
    return changed.model;
  }, SEU_PRESETS[name]);
}

function designCells(settings: DesignSettings, args: Arguments): Designed {
  if (args.text('extend') !== undefined) throw usage('--extend', 'a design with cells', 'a design without');
  const model = cellModel(args);
  const design = hierarchicalDesign(settings);
  const lines = Object.entries(hierarchicalStanData(design)).map(
    ([key, value]) => `  "${key}": ${JSON.stringify(value)}`,
  );
  return {
    label: designText(settings),
    model,
    report: hierarchicalReport(design, model, seedOf(args)),
    file: `{\n${lines.join(',\n')}\n}\n`,
  };
}

async function designFlat(args: Arguments): Promise<Designed> {
  const more = wholeNumber(args, 'extend', 0, 1, MOST_MENUS);
  const seed = seedOf(args);
  const input = await designInput(args);
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  const { content } = input.dataset;
  const design = more === 0 ? content : extendDesign(content, more, seed);
  return {
    label: input.label,
    model,
    report: designReport(design, model, seed),
    file: writeStanData(design),
  };
}

const tableJson = (table: MenuTable) => ({
  menus: table.menus,
  chance: table.chance,
  distinct: table.distinct,
  most_shown: table.mostShown,
  groups: table.groups,
  sizes: table.sizes,
  shown: table.shown,
});

/** What --json prints: plain numbers under the names of the tables. */
export function designJson({ label, model, report }: Omit<Designed, 'file'>) {
  const { contrast, lotteries, features, priorGaps } = report;
  return {
    design: label,
    model: model.name,
    consequences: report.consequences,
    dimensions: report.dimensions,
    alternatives: report.alternatives,
    uncertain: tableJson(report.uncertain),
    risky: report.risky && tableJson(report.risky),
    eta_gap: { pooled: priorGaps.pooled, per_draw: priorGaps.perDraw, log_odds: priorGaps.logOdds },
    lotteries: lotteries && { ...rankJson(lotteries) },
    features: rankJson(features),
    contrast: {
      rank: contrast.least,
      most: contrast.most,
      needed: contrast.needed,
      gauge: contrast.gauge,
      parameters: contrast.parameters,
      attainable: contrast.attainable,
      conditioning: contrast.conditioning,
      points: contrast.points,
    },
    findings: report.findings.map(({ id, label: name, value, severity, hint }) => ({
      id,
      label: name,
      value,
      severity,
      hint,
    })),
  };
}

const rankJson = ({ rank, needed, singularValues }: DesignReport['features']) => ({
  rank,
  needed,
  singular_values: singularValues,
});

function sizeTable(report: DesignReport): string {
  const blocks = [
    ['uncertain', report.uncertain],
    ['risky', report.risky],
  ] as const;
  const rows = blocks.flatMap(([block, table]) =>
    (table?.sizes ?? []).map(({ size, menus, share, chance }) => [
      block,
      ...[size, menus, share, chance].map((value) => String(Number(value.toPrecision(3)))),
    ]),
  );
  return columns([['menus', 'size', 'count', 'share', 'chance'], ...rows]);
}

const MARK = { fine: '   ', na: '   ', look: ' ! ', fail: ' ! ' } as const;

function designReportText({ label, report }: Designed): string {
  return [
    `${label}\n${describeDesign(report)}\n\n`,
    sizeTable(report),
    '\n',
    ...report.findings.map(
      ({ severity, label: name, value, hint }) =>
        `${MARK[severity]}${name}: ${value === null ? 'NA' : Number(value.toPrecision(4))}. ${hint}\n`,
    ),
  ].join('');
}

export async function designCommand(args: Arguments): Promise<number> {
  const cells = cellDesign(args);
  const designed = cells ? designCells(cells, args) : await designFlat(args);
  if (args.text('out') !== undefined) await openOutputFile(args, designed.file);
  process.stdout.write(args.has('json') ? `${toJson(designJson(designed))}\n` : designReportText(designed));
  return 0;
}
