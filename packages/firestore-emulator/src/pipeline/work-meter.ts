import { StatusError } from '#firestore/api/status.ts';
import { Meter } from '#firestore/rules/limits/meter.ts';

/** Takes a few seconds. The limit of the rules would be too low for a pipeline over many documents. */
const MAX_WORK = 50_000_000;

/** Limits the steps of all patterns in one pipeline, so that no pattern and no document can hang the server. */
export class WorkMeter extends Meter {
  #work = 0;

  /** The status is not that of an evaluation error: a `where` or `is_error` must not hide that the pipeline ended early. */
  override work(amount: number): void {
    this.#work += amount;
    if (this.#work <= MAX_WORK) return;
    throw new StatusError('FAILED_PRECONDITION', 'The patterns of the pipeline take too much work.');
  }
}
