import { formatFieldPath } from '#firestore/model/field-path.ts';
import type { google } from '#firestore/api/proto.ts';
import { databaseIdOf, projectOf } from '#firestore/model/names.ts';
import type { Value } from '#firestore/model/value.ts';
import { isArray } from '#firestore/model/value-order.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';
import type { Filter } from '#firestore/query/filter.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';

type ProtoQuery = google.firestore.v1.IStructuredQuery;

/** The part of a request's log entry that its message has. */
export interface RequestDescription {
  readonly project: string;
  readonly database: string;
  readonly request: string;
}

const MAX_LISTED = 3;
const MAX_TEXT = 500;

/** `name` is any resource name of the database. */
export function describe(name: string | null | undefined, request: string): RequestDescription {
  const text = request.length > MAX_TEXT ? `${request.slice(0, MAX_TEXT)}...` : request;
  return { project: projectOf(name ?? ''), database: databaseIdOf(name ?? ''), request: text };
}

/** The path below the root. */
export function pathOf(name: string | null | undefined): string {
  const path = (name ?? '').split('/').slice(5).join('/');
  return `/${path}`;
}

export function listOf(texts: readonly string[]): string {
  const more = texts.length - MAX_LISTED;
  return `${texts.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function describeWrites(writes: readonly google.firestore.v1.IWrite[] | null | undefined): string {
  return listOf((writes ?? []).map(describeWrite));
}

function describeWrite(write: google.firestore.v1.IWrite): string {
  if (write.update) return `${write.updateMask ? 'update' : 'set'} ${pathOf(write.update.name)}`;
  if (write.delete) return `delete ${pathOf(write.delete)}`;
  return write.transform ? `transform ${pathOf(write.transform.document)}` : 'verify';
}

/** Such as `/notes where a == 1 order by b desc limit 5`. */
export function describeQuery(
  parent: string | null | undefined,
  proto: ProtoQuery | null | undefined,
): string {
  const { from, orderBy } = proto ?? {};
  const base = pathOf(parent) === '/' ? '' : pathOf(parent);
  const [selector] = from ?? [];
  const depth = selector?.allDescendants === true ? '**/' : '';
  const words = [`${base}/${depth}${selector?.collectionId ?? ''}`];
  const query = parsed(parent, proto);
  if (query === null) return words.join('');
  if (query.where !== null) words.push(`where ${filterText(query.where)}`);
  const orders = query.orderBy
    .slice(0, orderBy?.length ?? 0)
    .map(({ path, direction }) => `${formatFieldPath(path)}${direction === 'desc' ? ' desc' : ''}`);
  if (orders.length > 0) words.push(`order by ${orders.join(', ')}`);
  if (query.offset > 0) words.push(`offset ${query.offset}`);
  if (query.limit !== null) words.push(`limit ${query.limit}`);
  return words.join(' ');
}

/** Null if the query is invalid. */
function parsed(parent: string | null | undefined, proto: ProtoQuery | null | undefined): Query | null {
  try {
    return parseQuery(parent, proto);
  } catch {
    return null;
  }
}

function filterText(filter: Filter): string {
  if (filter.kind === 'field') {
    return `${formatFieldPath(filter.path)} ${filter.operator} ${valueText(filter.value)}`;
  }
  const parts = filter.filters.map((inner) =>
    inner.kind === 'field' ? filterText(inner) : `(${filterText(inner)})`,
  );
  return parts.join(` ${filter.kind} `);
}

/** A value in short, for people. */
export function valueText(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `bytes(${Buffer.from(value).toString('base64')})`;
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof GeoPoint) return `point(${value.latitude}, ${value.longitude})`;
  if (value instanceof Reference) return `ref(${pathOf(value.name)})`;
  if (value instanceof Map) {
    const fields = [...value].map(([name, each]) => `${formatFieldPath([name])}: ${valueText(each)}`);
    return `{${fields.join(', ')}}`;
  }
  return isArray(value) ? `[${value.map(valueText).join(', ')}]` : '';
}

export function timestampText({ seconds, nanos }: Timestamp): string {
  const fraction =
    nanos === 0
      ? ''
      : `.${String(nanos)
          .padStart(9, '0')
          .replace(/(?:000){1,2}$/u, '')}`;
  return `${new Date(seconds * 1000).toISOString().slice(0, -5)}${fraction}Z`;
}
