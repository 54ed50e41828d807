import type { RowName } from '#tests/load/rows.ts';
import type { Stage } from '#tests/load/stage.ts';

/** Notes one result of one run. */
export type Note = (row: RowName, value: number) => void;

export interface PartOptions {
  /** How often each thing is done: the median counts. */
  readonly runs: number;
  readonly soakMs: number;
  readonly note: Note;
  /** What a person who waits should know. */
  readonly say: (line: string) => void;
}

/** A part of the measurement. It fills the rows that begin with its name. */
export type Part = (stage: Stage, options: PartOptions) => Promise<void>;
