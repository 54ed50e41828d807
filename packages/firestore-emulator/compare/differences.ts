import { isDeepStrictEqual } from 'node:util';

import { at, list, stringify, text, type Json } from '#firestore/compare/json.ts';
import type { CallStep, Observation, Step } from '#firestore/compare/step.ts';

/** These have fields in the query of their URL. */
const URL_REQUESTS: ReadonlySet<string> = new Set([
  'GetDocument',
  'ListDocuments',
  'UpdateDocument',
  'DeleteDocument',
]);

/** A difference from Google's emulator that we keep, because its documentation or production contradicts it. */
export interface ExplainedDifference {
  readonly name: string;
  readonly official: string;
  readonly ours: string;
  readonly documentation: string;
  explains(step: Step, ours: Observation, official: Observation, scenario: readonly Step[]): boolean;
}

function isCall(step: Step, method: string): step is CallStep {
  return step.kind === 'call' && step.method === method;
}

/** Whether a target has no collection id. */
function listensToAll(target: Json): boolean {
  return list(at(target, 'query', 'structuredQuery', 'from')).some(
    (from) => at(from, 'collectionId') === undefined,
  );
}

function sortedIds(answers: Json): readonly string[] {
  return list(at(list(answers)[0], 'collectionIds'))
    .map(text)
    .sort();
}

const RPC = 'https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1';

export const EXPLAINED: readonly ExplainedDifference[] = [
  {
    name: 'refused queries of listeners',
    official:
      'has other checks than for queries: FAILED_PRECONDITION for a second `array-contains` or a group below a document, and none for filters without a collection',
    ours: 'refuses the same queries with the same code',
    documentation: 'https://firebase.google.com/docs/firestore/query-data/queries#limitations',
    explains: (step, ours) =>
      step.kind === 'listen' &&
      /kind is required|collection group queries|ARRAY_CONTAINS/u.test(ours.message),
  },
  {
    name: 'quoted field path in a URL',
    official: 'ignores it in an update mask',
    ours: 'updates the field',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/patch',
    explains: (step) =>
      isCall(step, 'UpdateDocument') &&
      step.via === 'rest' &&
      list(at(step.request, 'updateMask', 'fieldPaths')).some((path) => text(path).includes('`')),
  },
  {
    name: '`resource.data.get` with a default in a rule for queries',
    official: 'uses the default, although a result could have the field',
    ours: 'needs a proof for each document that the query could find',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (_step, ours, official, scenario) =>
      ours.code === 'PERMISSION_DENIED' &&
      official.code === 'OK' &&
      ours.message.includes('do not prove') &&
      scenario.some((each) => each.kind === 'rules' && each.source.includes('resource.data.get(')),
  },
  {
    name: 'array or vector as an element of an array transform',
    official: 'stores it in the array',
    ours: 'refuses it, as in a document',
    documentation: `${RPC}#arrayvalue`,
    explains: (step, ours) =>
      step.kind === 'call' && /(?:array|vector) value in an array value/u.test(ours.message),
  },
  {
    name: 'listener on all collections',
    official: 'does not report new documents in subcollections',
    ours: 'reports them',
    documentation: `${RPC}#collectionselector`,
    explains: (step, _ours, _official, scenario) =>
      step.kind === 'settle' &&
      scenario.some((each) => each.kind === 'listen' && each.targets.some(listensToAll)),
  },
  {
    name: 'token after the last page',
    official: 'gives one if the last page is full',
    ours: 'gives none, since no page follows',
    documentation: `${RPC}#listdocumentsresponse`,
    explains: (step, ours, official) =>
      isCall(step, 'ListDocuments') &&
      ours.code === official.code &&
      isDeepStrictEqual(at(list(ours.answers)[0], 'documents'), at(list(official.answers)[0], 'documents')),
  },
  {
    name: 'update time of a deleted document',
    official: 'accepts the time of the deletion as update time of the document',
    ours: 'refuses each update time, since the document does not exist',
    documentation: `${RPC}#precondition`,
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      stringify(step.request).includes('@updateTime:') &&
      ours.code === 'FAILED_PRECONDITION' &&
      (official.code === 'NOT_FOUND' || official.code === 'OK'),
  },
  {
    name: 'time of a commit without writes',
    official: 'answers without a commitTime',
    ours: 'answers with a commitTime',
    documentation: `${RPC}#commitresponse`,
    explains: (step, ours, official) =>
      isCall(step, 'Commit') &&
      list(step.request['writes']).length === 0 &&
      ours.code === official.code &&
      isDeepStrictEqual(official.answers, [{}]),
  },
  {
    name: 'transaction that has ended',
    official: 'still reads in a read-only transaction after its commit or rollback',
    ours: 'refuses it',
    documentation: `${RPC}#commitrequest`,
    explains: (step, ours) =>
      step.kind === 'call' &&
      step.request['transaction'] !== undefined &&
      ours.message.includes('has expired or is no longer valid'),
  },
  {
    name: 'white space as an id in a URL',
    official: 'drops it from the path',
    ours: 'reads the document',
    documentation: 'https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields',
    explains: (step) =>
      step.kind === 'call' && step.via === 'rest' && /[/"]\s|\s[/"]/u.test(stringify(step.request)),
  },
  {
    name: 'order of collection ids',
    official: 'sorts them by UTF-16 code units',
    ours: 'sorts them by their UTF-8 bytes',
    documentation: 'https://firebase.google.com/docs/firestore/manage-data/data-types#data_types',
    explains: (step, ours, official) =>
      isCall(step, 'ListCollectionIds') &&
      isDeepStrictEqual(sortedIds(ours.answers), sortedIds(official.answers)),
  },
  {
    name: 'timestamp in a URL',
    official: 'reads `currentDocument.updateTime` and `readTime` as 0',
    ours: 'reads them, as in a body',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/delete',
    explains: (step) =>
      step.kind === 'call' &&
      step.via === 'rest' &&
      URL_REQUESTS.has(step.method) &&
      (at(step.request, 'currentDocument', 'updateTime') ?? step.request['readTime']) !== undefined,
  },
  {
    name: 'skippedResults',
    official: 'does not count the results that an offset skipped, or counts other documents too',
    ours: 'counts them with the first result',
    documentation: `${RPC}#runqueryresponse`,
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      step.method === 'RunQuery' &&
      isDeepStrictEqual(at(ours.answers, 'documents'), at(official.answers, 'documents')),
  },
];
