import { NAME_FIELD, parseFieldPath } from '#firestore/model/field-path.ts';
import {
  indexingOf,
  type Index,
  type IndexDefinitions,
  type IndexField,
  type IndexMode,
} from '#firestore/query/indexes/index-definitions.ts';
import { keyOf, type IndexNeeds } from '#firestore/query/indexes/query-needs.ts';

/** A definition for firestore.indexes.json, and the list of the file that it belongs to. */
export interface MissingIndex {
  readonly list: 'indexes' | 'fieldOverrides';
  readonly definition: object;
  /** The list has an entry of the field, which the definition replaces. Two entries of a field exclude each other. */
  readonly replaces: boolean;
}

/**
 * Returns the index that the real service would miss, or null. It uses one index, or merges several: each has some of the
 * equality fields first and then all orders. See "Taking advantage of index merging" in
 * https://firebase.google.com/docs/firestore/query-data/index-overview
 */
export function missingIndex(definitions: IndexDefinitions, needs: IndexNeeds): MissingIndex | null {
  const remaining = new Set(needs.equal.map(keyOf));
  for (const index of indexesFor(definitions, needs)) {
    const served = servedBy(index, needs);
    for (const key of served ?? []) remaining.delete(key);
    if (served !== null && remaining.size === 0) return null;
  }
  return definitionFor(definitions, needs);
}

/** The keys of the equality fields that an index serves. Null if the index doesn't have the orders of the query. */
function servedBy({ scope, fields, nameMode }: Index, needs: IndexNeeds): readonly string[] | null {
  const { sorted, aggregated, equal } = needs;
  const start = fields.length - sorted.length - aggregated.length;
  if (scope !== needs.scope || start < 0) return null;
  if (needs.nameMode !== null && nameMode !== needs.nameMode) return null;
  const isSorted = sorted.every(({ path, mode }, at) => {
    const field = fields[start + at];
    return field?.path === path && field.mode === mode;
  });
  const last = new Set(fields.slice(start + sorted.length).map(({ path }) => path));
  if (!isSorted || !aggregated.every((path) => last.has(path))) return null;
  const known = new Set(equal.map(keyOf));
  const served = fields
    .slice(0, start)
    .map(({ path, mode }) => keyOf({ path, isArray: mode === 'CONTAINS' }));
  return served.every((key) => known.has(key)) ? served : null;
}

/** The index of the document names, the single-field indexes of the query's fields, and the composite indexes. */
function* indexesFor(definitions: IndexDefinitions, needs: IndexNeeds): Generator<Index> {
  const { collectionGroup, scope, equal, sorted, aggregated } = needs;
  yield { scope, fields: [], nameMode: 'ASCENDING' };
  const paths = [...equal.map(({ path }) => path), ...sorted.map(({ path }) => path), ...aggregated];
  for (const path of new Set(paths)) {
    for (const indexing of indexingOf(definitions, collectionGroup, parseFieldPath(path))) {
      const { mode } = indexing;
      yield { scope: indexing.scope, fields: [{ path, mode }], nameMode: defaultNameMode(mode) };
    }
  }
  yield* definitions.composites.get(collectionGroup) ?? [];
}

/** An index without an explicit `__name__` sorts it like its last field. */
function defaultNameMode(last: IndexMode | undefined): Index['nameMode'] {
  return last === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
}

function definitionFor(definitions: IndexDefinitions, needs: IndexNeeds): MissingIndex {
  const { collectionGroup, scope, nameMode, aggregated } = needs;
  const fields = [
    ...needs.equal.map(({ path, isArray }): IndexField => ({
      path,
      mode: isArray ? 'CONTAINS' : 'ASCENDING',
    })),
    ...needs.sorted,
    ...aggregated.map((path): IndexField => ({ path, mode: 'ASCENDING' })),
  ];
  const [only] = fields;
  if (only !== undefined && fields.length === 1) {
    const isEqual = needs.equal.length === 1 && only.mode !== 'CONTAINS';
    const mode = isEqual && nameMode !== null ? nameMode : only.mode;
    if (nameMode === null || defaultNameMode(mode) === nameMode) {
      const present = indexingOf(definitions, collectionGroup, parseFieldPath(only.path));
      const indexes = [...present, { scope, mode }].map((indexing) => ({
        queryScope: indexing.scope,
        ...modeProperty(indexing.mode),
      }));
      const existing = definitions.overrides.get(collectionGroup)?.get(only.path);
      const ttl = existing?.ttl === true ? { ttl: true } : {};
      return {
        list: 'fieldOverrides',
        definition: { collectionGroup, fieldPath: only.path, ...ttl, indexes },
        replaces: existing !== undefined,
      };
    }
  }
  const isDefault = nameMode === null || defaultNameMode(fields.at(-1)?.mode) === nameMode;
  const named: readonly IndexField[] = isDefault ? fields : [...fields, { path: NAME_FIELD, mode: nameMode }];
  return {
    list: 'indexes',
    definition: {
      collectionGroup,
      queryScope: scope,
      fields: named.map(({ path, mode }) => ({ fieldPath: path, ...modeProperty(mode) })),
    },
    replaces: false,
  };
}

function modeProperty(mode: IndexMode): object {
  return mode === 'CONTAINS' ? { arrayConfig: mode } : { order: mode };
}
