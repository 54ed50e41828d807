import { resourceOf } from '#firestore/rules/environment.ts';
import type { RuleQuery, RuleRequest } from '#firestore/rules/request.ts';
import { Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { ANY_SEGMENT, ANY_SEGMENTS } from '#firestore/rules/path-match.ts';
import type { MatchedPath } from '#firestore/rules/path-match.ts';
import type { QueryCase } from '#firestore/rules/query-cases.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import type { RuleMap, RuleValue } from '#firestore/rules/values/rule-value.ts';
import type { Auth } from '#firestore/api/service.ts';

/** Real tokens are less deep. A crafted token must not overflow the stack. */
const MAX_CLAIM_DEPTH = 32;

/** The value of `request`. https://firebase.google.com/docs/reference/rules/rules.firestore.Request */
export function requestMap(request: RuleRequest, auth: RuleMap | null): RuleMap {
  const { method, time, requestResource, writeFields, query } = request;
  const map = new Map<string, RuleValue>([
    ['auth', auth],
    ['method', method],
    ['path', new RulePath(fullPath(request, request.path))],
    ['time', time],
  ]);
  // A delete has no new document, but a read does not even have the property.
  if (method !== 'get' && method !== 'list') {
    map.set('resource', requestResource === null ? null : resourceOf(requestResource));
    // Only old documentation has it, but rules of that time still use it.
    map.set('writeFields', writeFields?.map(pathText) ?? null);
  }
  if (query !== undefined) map.set('query', queryMap(query));
  return map;
}

function pathText(path: FieldPath): string {
  return path.map((segment) => segment.replaceAll('.', String.raw`\.`)).join('.');
}

function queryMap({ limit, offset, orderBy, explicitOrders = orderBy.length }: RuleQuery): RuleMap {
  const explicit = orderBy.slice(0, explicitOrders);
  const orders = explicit.map(({ path, direction }) => [path.join('.'), direction.toUpperCase()] as const);
  return new Map<string, RuleValue>([
    ['limit', limit === null ? null : BigInt(limit)],
    ['offset', offset === null ? null : BigInt(offset)],
    ['orderBy', new Map(orders)],
  ]);
}

export function authMap(auth: Auth): RuleMap {
  return new Map<string, RuleValue>([
    ['uid', auth.uid],
    ['token', claimsMap(auth.token, 0)],
  ]);
}

function claimsMap(claims: object, depth: number): RuleMap {
  const map = new Map<string, RuleValue>();
  for (const [name, claim] of Object.entries(claims)) map.set(name, claimValue(claim, depth + 1));
  return map;
}

function claimValue(claim: unknown, depth: number): RuleValue {
  if (typeof claim === 'string' || typeof claim === 'boolean') return claim;
  if (typeof claim === 'number') return Number.isSafeInteger(claim) ? BigInt(claim) : claim;
  if (typeof claim !== 'object' || claim === null || depth > MAX_CLAIM_DEPTH) return null;
  if (Array.isArray(claim)) return claim.map((item) => claimValue(item, depth + 1));
  return claimsMap(claim, depth);
}

export function fullPath({ database }: RuleRequest, path: readonly string[]): readonly string[] {
  return ['databases', database, 'documents', ...path];
}

/** The common path of the documents that an alternative of a query can find. Segments that differ are placeholders. */
export function pathOfCase(request: RuleRequest, { name }: QueryCase): MatchedPath {
  if (name !== null) return name.split('/').slice(2);
  const collection = fullPath(request, request.path);
  // A path that ends with a document selects all collections below it.
  const anyCollection = request.path.length % 2 === 0;
  const parent = anyCollection ? collection : collection.slice(0, -1);
  const id = anyCollection ? ANY_SEGMENT : (collection.at(-1) ?? ANY_SEGMENT);
  return request.allDescendants === true
    ? [...parent, ANY_SEGMENTS, id, ANY_SEGMENT]
    : [...parent, id, ANY_SEGMENT];
}

/** The value of `resource` for a query: only the facts that its filters state are known. */
export function resourceOfCase({ data, name }: QueryCase, path: MatchedPath): Slot {
  const commonSegments: string[] = [];
  for (const segment of path) {
    if (typeof segment !== 'string') break;
    commonSegments.push(segment);
  }
  const fields = new Map<string, RuleValue | Unknown>([
    ['data', data],
    ['id', name === null ? new Unknown('resource.id', { type: 'string' }) : (commonSegments.at(-1) ?? '')],
    [
      '__name__',
      name === null
        ? new Unknown('resource.__name__', { type: 'path', segments: commonSegments })
        : new RulePath(commonSegments),
    ],
  ]);
  return new Unknown('resource', { type: 'map', fields, closed: true });
}
