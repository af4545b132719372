// The calibration in the settings on real state: what it is of, what it would see, and how it becomes a run.
import type { ForeseenPower } from '../../instruments/seu/calibration/foreseen.ts';
import { POSTERIOR_SAMPLER } from '../../instruments/seu/calibration/posterior.ts';
import { truthsChunk } from '../../instruments/seu/calibration/truths.ts';
import { encodeSeu } from '../../instruments/seu/encode.ts';
import { quantityNames } from '../../models/seu/quantities.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import { isFit, planOf } from '../../workers/plans.ts';
import { seedFault } from '../setup/sampler-fields.ts';
import type { CalibrationDraft } from '../workflow/calibration-draft.svelte.ts';
import type { Calibrated, Calibrating, TruthChoice } from '../workflow/desk.ts';
import type { StudyDraft } from '../workflow/study-draft.svelte.ts';

export class CalibrationDesk implements Calibrating {
  foreseen = $state.raw<ForeseenPower | null>(null);
  #asked = 0;
  readonly #luce: Luce;
  readonly #study: StudyDraft;
  readonly #draft: CalibrationDraft;
  readonly #complain: (error: unknown) => void;

  constructor(luce: Luce, study: StudyDraft, draft: CalibrationDraft, complain: (error: unknown) => void) {
    this.#complain = complain;
    this.#luce = luce;
    this.#study = study;
    this.#draft = draft;
  }

  /** Conditions of finished fits whose data sets are kept; those that were fitted to other choices are left out. */
  readonly truthSources = $derived.by<readonly TruthChoice[]>(() =>
    this.#luce.runs.records.flatMap((record) => {
      const plan = planOf(record);
      if (record.state !== 'done' || !isFit(plan)) return [];
      const { conditions } = plan.settings;
      return conditions.flatMap(({ dataset: hash, label, model, derived }, condition) => {
        const dataset = this.#luce.library.find(hash);
        if (!dataset || derived) return [];
        const named = conditions.length > 1 ? `${plan.title}, ${label}` : plan.title;
        return [{ id: `${record.id}/${condition}`, run: record.id, condition, label: named, model, dataset }];
      });
    }),
  );
  readonly truthSource = $derived.by<TruthChoice | null>(
    () => this.truthSources.find(({ id }) => id === this.#draft.fit) ?? this.truthSources[0] ?? null,
  );
  readonly calibrated = $derived.by<Calibrated | null>(() => {
    if (this.#draft.truthsFrom === 'posterior') {
      const source = this.truthSource;
      return source && { model: source.model, content: source.dataset.content };
    }
    const model = this.#study.resolvedModel();
    const content = this.#study.chosen?.content;
    return model && content ? { model, content } : null;
  });
  readonly faults = $derived.by<readonly string[]>(() => [
    ...(this.#draft.truthsFrom === 'prior' ? this.#study.faults : this.#posteriorFaults()),
    ...this.#draft.faults,
    ...(this.calibrated ? this.#draft.projectionFaults(this.calibrated.model, this.calibrated.content) : []),
  ]);

  #posteriorFaults(): readonly string[] {
    const none = 'No finished fit is kept here whose draws could be truths: fit choices first.';
    return [...(this.truthSource ? [] : [none]), ...[seedFault(this.#study.seed) ?? []].flat()];
  }

  foresee(): void {
    const { calibrated } = this;
    if (!calibrated || this.faults.length > 0) return;
    const { model, content } = calibrated;
    const names = quantityNames(model, encodeSeu(content, model.link), this.#draft.quantities);
    const asked = (this.#asked += 1);
    const { plannedLooks, numbers } = this.#draft;
    this.#luce.designs.power(names, plannedLooks, numbers.maxRank).then((foreseen) => {
      if (asked === this.#asked) this.foreseen = foreseen;
    }, this.#complain);
  }

  /** Starts the posterior SBC of the fit that is chosen, its draws kept with the run; its id. */
  async startPosterior(): Promise<string> {
    const source = this.truthSource;
    if (!source) throw new Error(this.faults.join(' '));
    const { run, condition, model, dataset, label } = source;
    const truths = await this.#luce.reports.truths(run, condition);
    if (!truths) throw new Error(`${label} has no draws yet.`);
    const plan = this.#draft.plan({
      model,
      design: dataset.hash,
      seed: Number(this.#study.seed),
      label,
      posterior: { sampler: this.#samplerOf(run), truths: truths.count, fit: truths.source },
    });
    const chunks = [truthsChunk(truths.rows, truths.count)];
    const id = await this.#luce.runs.adopt({ plan, chunks, datasets: [dataset] });
    void this.#luce.runs.resume(id);
    return id;
  }

  #samplerOf(run: string) {
    const plan = planOf(this.#luce.runs.find(run)!);
    return isFit(plan) ? plan.settings.sampler : POSTERIOR_SAMPLER;
  }
}
