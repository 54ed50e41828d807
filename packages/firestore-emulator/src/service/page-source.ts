import type { PageSource, ShownDocument } from '#firestore/api/page-source.ts';
import { formatFieldPath, NAME_FIELD, type FieldPath } from '#firestore/model/field-path.ts';
import {
  checkCollectionId,
  checkDocumentName,
  checkParentName,
  databaseIdOf,
  databaseOf,
  lastSegment,
  projectOf,
} from '#firestore/model/names.ts';
import { isArray, vectorOf } from '#firestore/model/value-order.ts';
import { GeoPoint, Reference, Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import { hasDocumentsAt } from '#firestore/service/live-collections.ts';
import { mergeMissingDocuments } from '#firestore/service/missing-documents.ts';
import { timestampText, valueText } from '#firestore/service/recording/describe-request.ts';
import type { ProjectRules } from '#firestore/service/project-rules.ts';
import type { RequestRecorder } from '#firestore/service/recording/request-recorder.ts';
import { childIds } from '#firestore/store/child-ids.ts';
import type { Store } from '#firestore/store/store.ts';
import type { UsageMeter } from '#firestore/usage/usage-meter.ts';

const PAGE_SIZE = 100;

export interface PageSourceDependencies {
  readonly store: Store;
  readonly usage: UsageMeter;
  readonly recorder: RequestRecorder;
  readonly rules: ProjectRules;
}

export function createPageSource({ store, usage, recorder, rules }: PageSourceDependencies): PageSource {
  const databases = (project: string | null): readonly string[] => store.databases(project);
  return {
    projects() {
      const names = [...databases(null).map(projectOf), ...usage.projects(), ...recorder.projects()];
      return [...new Set(names)].filter((name) => name !== '').sort();
    },
    databases: (project) => databases(project).map(databaseIdOf).sort(),
    collectionIds(parent) {
      const paths = store.sets.collectionPaths(databaseOf(checkParentName(parent)));
      return paths === null ? [] : [...childIds(paths, parent, hasDocumentsAt(store.sets, undefined))];
    },
    documents(parent, collectionId, afterId) {
      const after =
        afterId === null ? null : `${checkParentName(parent)}/${checkCollectionId(collectionId)}/${afterId}`;
      const query = parseQuery(parent, {
        from: [{ collectionId }],
        orderBy: [{ field: { fieldPath: NAME_FIELD } }],
        limit: { value: PAGE_SIZE + 1 },
        startAt:
          after === null ? null : { values: [{ referenceValue: checkDocumentName(after) }], before: false },
      });
      const listed = mergeMissingDocuments(store.sets, query, runQuery(store, query), after, PAGE_SIZE + 1);
      const documents = listed
        .slice(0, PAGE_SIZE)
        .map(({ name, document }) => ({ id: lastSegment(name), isMissing: document === null }));
      return { documents, hasMore: listed.length > PAGE_SIZE };
    },
    document(name) {
      const document = store.read(checkDocumentName(name));
      if (document === null) return null;
      return {
        createTime: timestampText(document.createTime),
        updateTime: timestampText(document.updateTime),
        fields: [...shownFields(document.fields, [])],
      };
    },
    requests(project) {
      recorder.startRecording();
      return recorder.of(project);
    },
    usage: (project) => usage.of(project),
    hasRules: (project) => rules.of(project) !== null,
  };
}

function* shownFields(fields: MapValue, path: FieldPath): Generator<ShownDocument['fields'][number], void> {
  const names = [...fields.keys()].sort();
  for (const name of names) {
    const value = fields.get(name) ?? null;
    const inner = [...path, name];
    const isNested = value instanceof Map && value.size > 0 && vectorOf(value) === null;
    if (isNested) yield* shownFields(value, inner);
    else yield { path: formatFieldPath(inner), type: typeNameOf(value), value: valueText(value) };
  }
}

function typeNameOf(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'double';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof GeoPoint) return 'geo point';
  if (value instanceof Reference) return 'reference';
  if (isArray(value)) return 'array';
  return value instanceof Map && vectorOf(value) !== null ? 'vector' : 'map';
}
