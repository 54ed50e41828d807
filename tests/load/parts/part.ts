import type { RowName } from '#tests/load/report/rows.ts';
import type { Testbed } from '#tests/load/testbed/testbed.ts';

/** Records one result of one run. */
export type Note = (row: RowName, value: number) => void;

export interface PartOptions {
  /** The report takes the median of this many runs. */
  readonly runs: number;
  readonly soakMs: number;
  readonly note: Note;
  /** Prints progress. */
  readonly say: (line: string) => void;
}

/** A part of the measurement. It fills the rows whose names begin with its own. */
export type Part = (testbed: Testbed, options: PartOptions) => Promise<void>;
