import { isDeepStrictEqual } from 'node:util';

import { at } from '#firestore/compare/json.ts';
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
  'Equality on key',
];

const SETTLED: readonly ExplainedDifference[] = [
  {
    name: 'currentDocument.updateTime in a URL',
    official: 'ignores it, or compares with version 0',
    ours: 'checks it, as in a commit',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/delete',
    explains: (step) =>
      step.kind === 'call' &&
      step.via === 'rest' &&
      (step.method === 'DeleteDocument' || step.method === 'UpdateDocument') &&
      at(step.request, 'currentDocument', 'updateTime') !== undefined,
  },
  {
    name: 'skippedResults',
    official: 'never counts the results that an offset skipped',
    ours: 'counts them with the first result',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#runqueryresponse',
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      step.method === 'RunQuery' &&
      at(official.answers, 'skipped') === 0 &&
      isDeepStrictEqual(at(ours.answers, 'documents'), at(official.answers, 'documents')),
  },
];

export const EXPLAINED: readonly ExplainedDifference[] = [
  ...SETTLED,
  ...PENDING.map((words) => ({
    name: `pending: ${words}`,
    official: '',
    ours: '',
    documentation: '',
    explains: (_step: Step, _ours: Observation, official: Observation) => official.message.includes(words),
  })),
];
