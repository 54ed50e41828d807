import { expect, test } from 'vitest';
import { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import type { DocumentAccess } from '#firestore/rules/ruleset.ts';
import { documentAt, inDatabase, requestOf } from '#firestore/rules/test-support.ts';

type Call = 'get' | 'exists' | 'getAfter' | 'existsAfter';

/** Conditions that are true, and that call for the documents `d/FROM`, `d/FROM+1` and so on, which exist. */
function calls(call: Call, from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${call}(${pathOf(`d/${String(from + at)}`)}) != null`);
}

/** The same for documents that do not exist. */
function missing(call: Call, from: number, count: number): readonly string[] {
  const isNothing = call.startsWith('exists') ? 'false' : 'null';
  return Array.from(
    { length: count },
    (_, at) => `${call}(${pathOf(`none/${String(from + at)}`)}) == ${isNothing}`,
  );
}

function pathOf(path: string): string {
  return `/databases/(default)/documents/${path}`;
}

/** The documents `d/*` exist. A commit writes `w/1`, and deletes `w/2`. */
const ACCESS: DocumentAccess = {
  get: (path) => (path[0] === 'none' ? null : documentAt(path.join('/'), {})),
  getAfter: ([collection, id]) =>
    collection === 'w' ? (id === '1' ? documentAt('w/1', {}) : null) : undefined,
};

function allows(conditions: readonly string[], budget = AccessBudget.single()): boolean {
  const rules = `match /d/{id} { allow get: if ${conditions.join(' && ')}; }`;
  const ruleset = parseRuleset(inDatabase(rules));
  return ruleset.decide(requestOf({ method: 'get', path: 'd/own' }), ACCESS, budget).allowed;
}

const OWN = pathOf('d/own');

/** Each row was measured in the official emulator, except that a missing document is null here. */
test.each<[string, readonly string[], boolean]>([
  ['ten calls', calls('get', 0, 10), true],
  ['eleven get()', calls('get', 0, 11), false],
  ['eleven exists()', calls('exists', 0, 11), false],
  ['eleven getAfter()', calls('getAfter', 0, 11), false],
  ['eleven existsAfter()', calls('existsAfter', 0, 11), false],
  ['eleven exists() of missing documents', missing('exists', 0, 11), false],
  ['repeated get()', [...calls('get', 0, 10), ...calls('get', 0, 10)], true],
  ['repeated exists()', [...calls('exists', 0, 10), ...calls('exists', 0, 10)], true],
  [
    'repeated exists() of missing documents',
    [...missing('exists', 0, 10), ...missing('exists', 0, 10)],
    true,
  ],
  ['exists() after get()', [...calls('get', 0, 10), ...calls('exists', 0, 10)], true],
  ['get() after exists()', [...calls('exists', 0, 10), ...calls('get', 0, 1)], false],
  ['six exists(), and get() of the same', [...calls('exists', 0, 6), ...calls('get', 0, 6)], false],
  ['five exists(), and get() of the same', [...calls('exists', 0, 5), ...calls('get', 0, 5)], true],
  ['getAfter() after get()', [...calls('get', 0, 10), ...calls('getAfter', 0, 10)], true],
  ['get() after getAfter()', [...calls('getAfter', 0, 10), ...calls('get', 0, 10)], true],
  ['existsAfter() after exists()', [...calls('exists', 0, 10), ...calls('existsAfter', 0, 10)], true],
  ['exists() after existsAfter()', [...calls('existsAfter', 0, 10), ...calls('exists', 0, 10)], true],
  ['existsAfter() after get()', [...calls('get', 0, 10), ...calls('existsAfter', 0, 1)], true],
  ['exists() after getAfter()', [...calls('getAfter', 0, 10), ...calls('exists', 0, 1)], true],
  ['getAfter() after exists()', [...calls('exists', 0, 10), ...calls('getAfter', 0, 1)], false],
  ['get() after existsAfter()', [...calls('existsAfter', 0, 10), ...calls('get', 0, 1)], false],
  ['repeated get() of a missing document', [...missing('get', 0, 5), ...missing('get', 0, 6)], false],
  [
    'exists() after get() of a missing document',
    [...missing('get', 0, 10), ...missing('exists', 0, 1)],
    false,
  ],
  ['the document of the request', [...calls('exists', 0, 10), `exists(${OWN}) && get(${OWN}) != null`], true],
  ['the same after the request', [...calls('exists', 0, 10), `getAfter(${OWN}) != null`], true],
  [
    'a document that the commit writes',
    [...calls('exists', 0, 10), `getAfter(${pathOf('w/1')}) != null`],
    true,
  ],
  ['one that it deletes', [...calls('exists', 0, 10), `!existsAfter(${pathOf('w/2')})`], true],
  ['the same before the commit', [...calls('exists', 0, 10), `exists(${pathOf('w/1')})`], false],
])('the calls of a request are limited: %s', (_title, conditions, expected) => {
  expect(allows(conditions)).toBe(expected);
});

/** Each row has the operations of one commit or batched read. */
test.each<[string, readonly (readonly string[])[], boolean]>([
  ['twenty calls', [calls('exists', 0, 10), calls('exists', 10, 10)], true],
  ['twenty-one calls', [calls('exists', 0, 7), calls('exists', 7, 7), calls('exists', 14, 7)], false],
  ['eleven calls of one operation', [calls('exists', 0, 1), calls('exists', 1, 11)], false],
  [
    'calls that another operation made',
    [calls('exists', 0, 10), [...calls('exists', 0, 10), ...calls('exists', 10, 1)]],
    true,
  ],
  [
    'exists() and get() of the same documents',
    [calls('exists', 0, 10), calls('get', 0, 10), calls('exists', 0, 10)],
    true,
  ],
  [
    'the same, and one more document',
    [calls('exists', 0, 10), calls('get', 0, 10), calls('exists', 10, 1)],
    false,
  ],
  [
    'get() of missing documents',
    [missing('get', 0, 10), missing('get', 10, 10), calls('exists', 0, 10)],
    true,
  ],
])('a request of several operations: %s', (_title, operations, expected) => {
  const budget = AccessBudget.multiple();
  expect(operations.every((conditions) => allows(conditions, budget))).toBe(expected);
});
