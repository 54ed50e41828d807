import type { Filter, FilterOperator } from '#firestore/query/filter.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import type { Decision, RuleMethod, RuleQuery, RuleRequest } from '#firestore/rules/ruleset.ts';
import type { Document } from '#firestore/model/document.ts';
import { Reference, Timestamp } from '#firestore/model/value.ts';
import type { Value } from '#firestore/model/value.ts';

const DATABASE = 'projects/p/databases/(default)';
export const NOW = new Timestamp(1_700_000_000, 123_000_000);

export function documentAt(path: string, fields: Readonly<Record<string, Value>>): Document {
  return {
    name: `${DATABASE}/documents/${path}`,
    fields: new Map(Object.entries(fields)),
    createTime: NOW,
    updateTime: NOW,
  };
}

export function referenceTo(path: string): Reference {
  return new Reference(`${DATABASE}/documents/${path}`);
}

export function where(path: string, operator: FilterOperator, value: Value): Filter {
  return { kind: 'field', path: path.split('.'), operator, value };
}

export interface Attempt {
  readonly method: RuleMethod;
  readonly path: string;
  readonly uid?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, Value>>;
  readonly after?: Readonly<Record<string, Value>>;
  readonly query?: Partial<RuleQuery>;
  readonly allDescendants?: boolean;
  /** Other documents before the commit. */
  readonly others?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  /** Other documents after the commit. */
  readonly othersAfter?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
}

export function requestOf(attempt: Attempt): RuleRequest {
  const { method, path, uid, claims = {}, before, after, query, allDescendants = false } = attempt;
  return {
    method,
    database: '(default)',
    path: path.split('/').filter((segment) => segment !== ''),
    allDescendants,
    auth: uid === undefined ? null : { uid, token: { sub: uid, ...claims } },
    time: NOW,
    resource: before === undefined ? null : documentAt(path, before),
    requestResource: after === undefined ? null : documentAt(path, after),
    ...(method === 'list' && {
      query: { limit: null, offset: null, orderBy: [], where: null, ...query },
    }),
  };
}

/** Decides an attempt. `rules` go inside of `match /databases/{database}/documents` and start on line 4. */
export function decide(rules: string, attempt: Attempt): Decision {
  const ruleset = parseRuleset(inDatabase(rules));
  const { others = {}, othersAfter = {} } = attempt;
  const find = (documents: NonNullable<Attempt['others']>) => (path: readonly string[]) => {
    const fields = documents[path.join('/')];
    return fields && documentAt(path.join('/'), fields);
  };
  const findStored = find(others);
  return ruleset.decide(requestOf(attempt), {
    get: (path) => findStored(path) ?? null,
    getAfter: find(othersAfter),
  });
}

export function allows(rules: string, attempt: Attempt): boolean {
  return decide(rules, attempt).allowed;
}

export function inDatabase(rules: string): string {
  return `rules_version = '2';
service cloud.firestore {
match /databases/{database}/documents {
${rules}
}}`;
}

/** Evaluates a condition to `true`, `false` or its error message. */
export function evaluate(condition: string, attempt: Partial<Attempt> = {}): string {
  const decision = decide(`match /docs/{id} { allow get: if\n${condition}\n; }`, {
    method: 'get',
    path: 'docs/one',
    ...attempt,
  });
  return decision.allowed ? 'true' : decision.reason.replace(/ for 'get' @ L\d+$/, '');
}
