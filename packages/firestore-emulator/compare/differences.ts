import type { Observation, Step } from '#firestore/compare/step.ts';

/** A difference from Google's emulator that we keep, because its documentation or production contradicts it. */
export interface ExplainedDifference {
  readonly name: string;
  readonly official: string;
  readonly ours: string;
  readonly documentation: string;
  explains(step: Step, ours: Observation, official: Observation): boolean;
}

/** Other engineers are settling these. */
const PENDING = [
  'zero length vector',
  'descending key scans',
  'collection group queries are only allowed',
  'kind is required for',
  'Only a single ',
  'cannot be written more than once',
];

export const EXPLAINED: readonly ExplainedDifference[] = PENDING.map((words) => ({
  name: `pending: ${words}`,
  official: '',
  ours: '',
  documentation: '',
  explains: (_step, _ours, official) => official.message.includes(words),
}));
