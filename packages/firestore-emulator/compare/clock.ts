import { at, type Json } from '#firestore/compare/json.ts';
import { timestampJson } from '#firestore/compare/value-json.ts';

const RECENT_SECONDS = 86_400;

/** The times of one server. They differ in every run, so a comparison uses their order instead. */
export class Clock {
  static readonly NEVER = '2001-02-03T04:05:06.000007000Z';
  readonly #known: string[] = [];
  #last: string = Clock.NEVER;

  commit(time: Json): void {
    this.#last = this.format(time);
    this.label(time);
  }

  lastCommit(): string {
    return this.#last;
  }

  /** Numbers the times of commits in the order in which the answers name them. */
  label(time: Json): string {
    const formatted = this.format(time);
    const index = this.#known.indexOf(formatted);
    if (index === -1) this.#known.push(formatted);
    return `time ${index === -1 ? this.#known.length : index + 1}`;
  }

  /** A stored timestamp. Transforms store the time of the request in milliseconds. */
  labelValue(time: Json): Json {
    const seconds = Number(at(time, 'seconds') ?? 0);
    return Math.abs(seconds - Date.now() / 1000) < RECENT_SECONDS ? 'request time' : this.format(time);
  }

  format(time: Json): string {
    return timestampJson(Number(at(time, 'seconds') ?? 0), Number(at(time, 'nanos') ?? 0));
  }
}
