import { isDeepStrictEqual } from 'node:util';

import { RULES_DIFFERENCES } from '#firestore/compare/differences-rules.ts';
import {
  byUtf8,
  first,
  firstWithout,
  hasNestedElement,
  isCall,
  isRest,
  offsetOf,
  without,
  type ExplainedDifference,
} from '#firestore/compare/explain.ts';
import { isRefusedForName } from '#firestore/compare/explain-query.ts';
import { readsTrimmedPath } from '#firestore/compare/explain-url.ts';
import {
  otherRefusals,
  outdatedOnAllCollections,
  withoutTargets,
} from '#firestore/compare/explain-listen.ts';
import { at, isObject, list, stringify, text, type Json } from '#firestore/compare/json.ts';
import type { Observation } from '#firestore/compare/step.ts';

const RPC = 'https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1';

/** The document of a precondition does not exist. */
const NO_VERSION = /\(0\) does not match the required base version/u;

/** The codes of the writes of a batch. */
function statuses({ answers }: Observation): readonly Json[] {
  return list(first(answers)['status']);
}

/** Whether the codes differ only where ours is FAILED_PRECONDITION, and official NOT_FOUND or OK. */
function isStricterPrecondition(ours: readonly Json[], official: readonly Json[]): boolean {
  return (
    ours.length > 0 &&
    ours.every(
      (code, index) => code === official[index] || (code === 9 && [0, 5].includes(Number(official[index]))),
    )
  );
}

/** Without the fields that only a quoted path names, and without the time, which a change of nothing keeps. */
function withoutQuotedFields(answers: Json): Json {
  const document = first(answers);
  const fields = isObject(document['fields']) ? document['fields'] : {};
  return [{ ...without(document, ['updateTime']), fields: without(fields, ['a b']) }];
}

/** The first answer with documents that have no fields. */
function withoutFields(answers: Json): Json {
  const answer = first(answers);
  const documents = list(answer['documents']).filter(isObject);
  return [{ ...answer, documents: documents.map((document) => without(document, ['fields'])) }];
}

export const EXPLAINED: readonly ExplainedDifference[] = [
  ...RULES_DIFFERENCES,
  {
    name: 'refused queries of listeners',
    official:
      'has other checks than for queries: FAILED_PRECONDITION for a second `array-contains`, a group below a document or a descending order by name, and none for filters without a collection',
    ours: 'refuses the same queries with the same code',
    documentation: 'https://firebase.google.com/docs/firestore/query-data/queries#limitations',
    explainedPart: (step, ours, official) =>
      step.kind === 'listen' ? withoutTargets(otherRefusals(ours, official)) : null,
  },
  {
    name: 'quoted field path in a URL',
    official: 'ignores it in an update mask',
    ours: 'updates the field',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/patch',
    explainedPart: (step) =>
      isRest(step, 'UpdateDocument') &&
      list(at(step.request, 'updateMask', 'fieldPaths')).some((path) => text(path).includes('`'))
        ? withoutQuotedFields
        : null,
  },
  {
    name: 'query that is refused for two reasons',
    official: 'checks the rules and the transaction before some orders and filters on the document name',
    ours: 'checks the query first, as for every caller',
    documentation: 'https://firebase.google.com/docs/firestore/query-data/queries#limitations',
    explains: (step, ours, official) =>
      isCall(step, 'RunQuery', 'RunAggregationQuery') &&
      isRefusedForName(step, ours) &&
      (official.code === 'PERMISSION_DENIED'
        ? step.as !== undefined
        : step.request['transaction'] !== undefined && official.message.startsWith('Transaction is invalid')),
  },
  {
    name: 'mask of a list with missing documents',
    official: 'ignores it',
    ours: 'answers with the fields of the mask',
    documentation: `${RPC}#listdocumentsrequest`,
    explainedPart: (step) =>
      isCall(step, 'ListDocuments') &&
      step.request['showMissing'] === true &&
      step.request['mask'] !== undefined
        ? withoutFields
        : null,
  },
  {
    name: 'array or vector as an element of an array transform',
    official: 'stores it in the array',
    ours: 'refuses it, as in a document',
    documentation: `${RPC}#arrayvalue`,
    explains: (step, ours, official) =>
      isCall(step, 'Commit', 'BatchWrite') &&
      hasNestedElement(step) &&
      official.code !== ours.code &&
      /(?:array|vector) value in an array value/u.test(ours.message),
  },
  {
    name: 'listener on all collections',
    official: 'does not report every later change, such as new documents in subcollections',
    ours: 'reports them',
    documentation: `${RPC}#collectionselector`,
    explainedPart: (_step, ours, official, scenario) =>
      withoutTargets(outdatedOnAllCollections(ours, official, scenario)),
  },
  {
    name: 'token after the last page',
    official: 'gives one if the last page is full',
    ours: 'gives none, since no page follows',
    documentation: `${RPC}#listdocumentsresponse`,
    explainedPart: (step, ours) =>
      isCall(step, 'ListDocuments') &&
      first(ours.answers)['nextPageToken'] === undefined &&
      list(first(ours.answers)['documents']).length === step.request['pageSize']
        ? firstWithout('nextPageToken')
        : null,
  },
  {
    name: 'update time of a deleted document',
    official: 'accepts the time of the deletion as update time of the document',
    ours: 'refuses each update time, since the document does not exist',
    documentation: `${RPC}#precondition`,
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      stringify(step.request).includes('@updateTime:') &&
      (isCall(step, 'BatchWrite') && ours.code === official.code
        ? isStricterPrecondition(statuses(ours), statuses(official))
        : ours.code === 'FAILED_PRECONDITION' &&
          NO_VERSION.test(ours.message) &&
          // Official refuses a later write, or none.
          ['NOT_FOUND', 'ALREADY_EXISTS', 'OK'].includes(official.code)),
  },
  {
    name: 'time of a commit without writes',
    official: 'answers without a commitTime',
    ours: 'answers with a commitTime',
    documentation: `${RPC}#commitresponse`,
    explainedPart: (step) =>
      isCall(step, 'Commit') && list(step.request['writes']).length === 0 ? firstWithout('commitTime') : null,
  },
  {
    name: 'transaction that has ended',
    official: 'accepts a read, a rollback and a commit without writes after its commit or rollback',
    ours: 'refuses it',
    documentation: `${RPC}#commitrequest`,
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      step.request['transaction'] !== undefined &&
      list(step.request['writes']).length === 0 &&
      (official.code === 'OK' || (official.code === 'NOT_FOUND' && step.method === 'GetDocument')) &&
      ours.message.includes('has expired or is no longer valid'),
  },
  {
    name: 'transaction after a refused commit',
    official:
      'ends it for some reasons. Otherwise the locks of its queries cover skipped documents and subcollections too',
    ours: 'keeps it open, with locks on the documents that it has read',
    documentation: 'https://firebase.google.com/docs/firestore/transaction-data-contention',
    explains: (step, ours, official, scenario) =>
      step.kind === 'call' &&
      (official.message.startsWith('Transaction lock timeout')
        ? // Ours does not wait for a lock, so the commit may fail by its own precondition.
          ours.code !== 'ABORTED'
        : official.message.startsWith('Transaction is invalid or closed') &&
          (ours.code === 'OK' || (ours.code === 'NOT_FOUND' && step.method === 'GetDocument'))) &&
      scenario
        .slice(0, scenario.indexOf(step))
        .some((each) => isCall(each, 'Commit') && each.request['transaction'] !== undefined),
  },
  {
    name: 'query of all collections in a transaction',
    official: 'ends some of them with UNKNOWN and without a message',
    ours: 'finds the documents',
    documentation: `${RPC}#collectionselector`,
    explains: (step, ours, official) =>
      isCall(step, 'RunQuery') &&
      (step.request['transaction'] ?? step.request['newTransaction']) !== undefined &&
      list(at(step.request, 'structuredQuery', 'from')).some(
        (from) => at(from, 'collectionId') === undefined,
      ) &&
      ours.code === 'OK' &&
      official.code === 'UNKNOWN' &&
      official.message === '',
  },
  {
    name: 'white space around an id in a URL',
    official: 'removes it from the id',
    ours: 'keeps it, as in a body',
    documentation: 'https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields',
    explains: (step, ours, official) =>
      step.kind === 'call' &&
      (ours.code === 'OK' || ours.code === 'NOT_FOUND') &&
      readsTrimmedPath(step, official),
  },
  {
    name: 'order of collection ids',
    official: 'sorts them by UTF-16 code units',
    ours: 'sorts them by their UTF-8 bytes',
    documentation: 'https://firebase.google.com/docs/firestore/manage-data/data-types#data_types',
    explainedPart: (step, ours, official) => {
      if (!isCall(step, 'ListCollectionIds')) return null;
      const ids = list(first(official.answers)['collectionIds']).map(text);
      return isDeepStrictEqual(ids, ids.toSorted()) &&
        isDeepStrictEqual(first(ours.answers)['collectionIds'], ids.toSorted(byUtf8))
        ? firstWithout('collectionIds')
        : null;
    },
  },
  {
    name: 'timestamp in a URL',
    official: 'reads `currentDocument.updateTime` and `readTime` as 0',
    ours: 'reads them, as in a body',
    documentation:
      'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/delete',
    explains: (step, ours, official) => {
      if (isRest(step, 'GetDocument', 'ListDocuments') && step.request['readTime'] !== undefined)
        return official.message.includes('Only timestamps past epoch');
      if (!isRest(step, 'UpdateDocument', 'DeleteDocument')) return false;
      if (at(step.request, 'currentDocument', 'updateTime') === undefined) return false;
      if (official.code === 'OK') return ours.code === 'FAILED_PRECONDITION' && NO_VERSION.test(ours.message);
      return (
        official.code === 'FAILED_PRECONDITION' && official.message.endsWith('required base version (0)')
      );
    },
  },
  {
    name: 'skippedResults',
    official: 'does not count the results that an offset skipped, or counts other documents too',
    ours: 'counts them with the first result',
    documentation: `${RPC}#runqueryresponse`,
    explainedPart: (step, ours) => {
      if (!isCall(step, 'RunQuery') || ours.code !== 'OK') return null;
      const skipped = Number(at(ours.answers, 'skipped'));
      const isRight =
        list(at(ours.answers, 'documents')).length > 0
          ? skipped === offsetOf(step)
          : skipped <= offsetOf(step);
      return isRight ? (answers) => at(answers, 'documents') ?? null : null;
    },
  },
];
