import { formatFieldPath, isNamePath, NAME_FIELD, parseFieldPath } from '#firestore/model/field-path.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';

export type IndexScope = 'COLLECTION' | 'COLLECTION_GROUP';
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS' | `VECTOR<${number}>`;

export interface IndexField {
  /** As formatFieldPath writes it. */
  readonly path: string;
  readonly mode: IndexMode;
}

export interface Index {
  readonly scope: IndexScope;
  /** Without `__name__`, which is always last. */
  readonly fields: readonly IndexField[];
  readonly nameMode: 'ASCENDING' | 'DESCENDING';
}

export interface FieldIndexing {
  readonly scope: IndexScope;
  readonly mode: IndexMode;
}

export interface FieldOverride {
  /** The single-field indexes that replace the automatic ones. */
  readonly indexes: readonly FieldIndexing[];
  readonly ttl: boolean;
}

export interface TtlPolicy {
  readonly collectionGroup: string;
  readonly path: FieldPath;
}

/** The content of a firestore.indexes.json. */
export interface IndexDefinitions {
  readonly composites: ReadonlyMap<string, readonly Index[]>;
  /** By collection group and formatted field path. */
  readonly overrides: ReadonlyMap<string, ReadonlyMap<string, FieldOverride>>;
  readonly ttlPolicies: readonly TtlPolicy[];
}

/** Firestore creates these indexes for every field without an override. */
export const AUTOMATIC: readonly FieldIndexing[] = [
  { scope: 'COLLECTION', mode: 'ASCENDING' },
  { scope: 'COLLECTION', mode: 'DESCENDING' },
  { scope: 'COLLECTION', mode: 'CONTAINS' },
];

type JsonObject = Readonly<Record<string, unknown>>;

/** The field path of an override for all other fields of a collection group. */
const ALL_FIELDS = '*';
const MAX_DIMENSION = 2048;
const API_SCOPES = ['ANY_API', 'DATASTORE_MODE_API', 'MONGODB_COMPATIBLE_API'];
const DENSITIES = ['DENSITY_UNSPECIFIED', 'SPARSE_ALL', 'SPARSE_ANY', 'DENSE'];
const STRING_OR_COMMENT = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\//gu;

/**
 * Parses a firestore.indexes.json (https://firebase.google.com/docs/reference/firestore/indexes). As in firebase-tools,
 * it may have comments. Throws an error whose message says where the file is wrong, also for what `firebase deploy`
 * refuses (`upgradeOldSpec` and `validateSpec` in firebase-tools/lib/firestore/api.js).
 */
export function parseIndexDefinitions(text: string): IndexDefinitions {
  const json: unknown = JSON.parse(
    text.replaceAll(STRING_OR_COMMENT, (part) => (part[0] === '"' ? part : '')),
  );
  const file = recordIn(json, 'the file');
  const composites = new Map<string, Index[]>();
  for (const [at, entry] of listIn(file['indexes'] ?? [], 'indexes').entries()) {
    const where = `indexes[${at}]`;
    const index = recordIn(entry, where);
    // The old name of `collectionGroup` is `collectionId`.
    const group = textIn(index['collectionGroup'] ?? index['collectionId'], `${where}.collectionGroup`);
    const indexes = composites.get(group) ?? [];
    indexes.push(parseIndex(index, where));
    composites.set(group, indexes);
  }
  const overrides = new Map<string, Map<string, FieldOverride>>();
  const ttlPolicies: TtlPolicy[] = [];
  for (const [at, entry] of listIn(file['fieldOverrides'] ?? [], 'fieldOverrides').entries()) {
    const where = `fieldOverrides[${at}]`;
    const override = recordIn(entry, where);
    const group = textIn(override['collectionGroup'], `${where}.collectionGroup`);
    const path = pathIn(override['fieldPath'], `${where}.fieldPath`);
    const ttl = override['ttl'] === true;
    checkBoolean(override, 'ttl', where);
    if (ttl && path === ALL_FIELDS) throw new Error(`${where}.fieldPath "*" can't have a TTL policy.`);
    if (ttl) ttlPolicies.push({ collectionGroup: group, path: parseFieldPath(path) });
    const fields = overrides.get(group) ?? new Map<string, FieldOverride>();
    fields.set(path, { indexes: parseIndexings(override['indexes'], `${where}.indexes`), ttl });
    overrides.set(group, fields);
  }
  // Without this list, even an empty one, nothing of the file is deployed.
  if (!file['indexes']) throw new Error('indexes is missing.');
  return { composites, overrides, ttlPolicies };
}

/** The single-field indexes of a field. A field of a map has those of the map, unless it has its own override. */
export function indexingOf(
  { overrides }: IndexDefinitions,
  collectionGroup: string,
  path: FieldPath,
): readonly FieldIndexing[] {
  const fields = overrides.get(collectionGroup);
  if (fields === undefined) return AUTOMATIC;
  for (let length = path.length; length > 0; length -= 1) {
    const indexes = fields.get(formatFieldPath(path.slice(0, length)))?.indexes;
    if (indexes !== undefined) return indexes;
  }
  return fields.get(ALL_FIELDS)?.indexes ?? AUTOMATIC;
}

function parseIndex(index: JsonObject, where: string): Index {
  const scope = scopeIn(index['queryScope'], where);
  checkProperties(index, where);
  if (index['unique'] !== undefined) throw new Error(`${where}.unique is not supported by firebase deploy.`);
  const fields = listIn(index['fields'], `${where}.fields`).map((entry, at): IndexField => {
    const field = recordIn(entry, `${where}.fields[${at}]`);
    const path = pathIn(field['fieldPath'], `${where}.fields[${at}].fieldPath`);
    return { path, mode: modeIn(field, `${where}.fields[${at}]`) };
  });
  const last = fields.at(-1);
  if (last === undefined) throw new Error(`${where}.fields is empty.`);
  const isNamed = last.path === NAME_FIELD;
  const nameMode = last.mode === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
  return { scope, fields: isNamed ? fields.slice(0, -1) : fields, nameMode };
}

function parseIndexings(indexes: unknown, where: string): readonly FieldIndexing[] {
  if (indexes === undefined) {
    throw new Error(`${where} is missing. Without single-field indexes it is an empty list.`);
  }
  return listIn(indexes, where).map((each, at) =>
    parseIndexing(recordIn(each, `${where}[${at}]`), `${where}[${at}]`),
  );
}

function parseIndexing(index: JsonObject, where: string): FieldIndexing {
  checkProperties(index, where);
  checkBoolean(index, 'unique', where);
  const { order, arrayConfig } = index;
  if (order !== undefined && arrayConfig !== undefined) {
    throw new Error(`${where} has both "order" and "arrayConfig".`);
  }
  return { scope: scopeIn(index['queryScope'], where), mode: simpleMode(order, arrayConfig, where) };
}

function scopeIn(scope: unknown, where: string): IndexScope {
  if (scope === undefined || scope === 'COLLECTION') return 'COLLECTION';
  if (scope === 'COLLECTION_GROUP') return scope;
  throw new Error(`${where}.queryScope is neither COLLECTION nor COLLECTION_GROUP.`);
}

/** Checks the properties that make no difference here. */
function checkProperties(index: JsonObject, where: string): void {
  for (const [name, values] of [
    ['apiScope', API_SCOPES],
    ['density', DENSITIES],
  ] as const) {
    const value = index[name];
    if (value !== undefined && !values.some((each) => each === value)) {
      throw new Error(`${where}.${name} is none of ${values.join(', ')}.`);
    }
  }
  checkBoolean(index, 'multikey', where);
}

function checkBoolean(entry: JsonObject, name: string, where: string): void {
  const value = entry[name];
  if (value === undefined || typeof value === 'boolean') return;
  throw new Error(`${where}.${name} is neither true nor false.`);
}

/** If a field has several modes, firebase-tools deploys the first in this order. */
function modeIn(field: JsonObject, where: string): IndexMode {
  const { order, arrayConfig, vectorConfig, mode } = field;
  if (order === undefined && arrayConfig === undefined) {
    if (vectorConfig !== undefined) {
      return vectorMode(recordIn(vectorConfig, `${where}.vectorConfig`), `${where}.vectorConfig`);
    }
    // The old name of `order` and `arrayConfig`.
    return mode === 'ARRAY_CONTAINS' ? 'CONTAINS' : simpleMode(mode, undefined, where);
  }
  return simpleMode(order, arrayConfig, where);
}

function simpleMode(order: unknown, arrayConfig: unknown, where: string): IndexMode {
  if (order === 'ASCENDING' || order === 'DESCENDING') return order;
  if (order === undefined && arrayConfig === 'CONTAINS') return arrayConfig;
  throw new Error(`${where} needs "order" (ASCENDING or DESCENDING) or "arrayConfig": "CONTAINS".`);
}

function vectorMode({ dimension, flat }: JsonObject, where: string): IndexMode {
  const isValid = typeof dimension === 'number' && Number.isInteger(dimension);
  if (!isValid || dimension < 1 || dimension > MAX_DIMENSION) {
    throw new Error(`${where} needs "dimension", a number from 1 to ${MAX_DIMENSION}.`);
  }
  if (!isRecord(flat)) throw new Error(`${where} needs "flat": {}.`);
  return `VECTOR<${dimension}>`;
}

function pathIn(text: unknown, where: string): string {
  const path = textIn(text, where);
  if (path === ALL_FIELDS) return path;
  try {
    const parsed = parseFieldPath(path);
    return isNamePath(parsed) ? NAME_FIELD : formatFieldPath(parsed);
  } catch (error) {
    throw new Error(`${where} is not a field path.`, { cause: error });
  }
}

function textIn(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${where} is missing.`);
}

function listIn(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${where} is not a list.`);
}

function recordIn(value: unknown, where: string): JsonObject {
  if (isRecord(value)) return value;
  throw new Error(`${where} is not an object.`);
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
