import { expect, test } from 'vitest';
import type { RuleVerdict } from '#firestore/api/request-entry.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import { documentAt, inDatabase, requestOf, where } from '#firestore/rules/test-support.ts';
import type { Attempt } from '#firestore/rules/test-support.ts';
import { Trace } from '#firestore/rules/trace.ts';
import { verdictOf } from '#firestore/rules/verdict.ts';

const RULES = `function owns(data) {
  let owner = data.owner;
  return owner == request.auth.uid;
}
match /notes/{id} {
  allow get: if request.auth != null && (owns(resource.data) || resource.data.public == true);
  allow update: if !(request.resource.data.size() > 1) ? false : exists(/databases/$(database)/documents/users/$(id));
  allow delete: if false;
  allow list: if resource.data.owner == 'ann';
}`;

function verdict(attempt: Attempt): RuleVerdict {
  const ruleset = parseRuleset(inDatabase(RULES));
  const request = requestOf(attempt);
  const trace = new Trace();
  const access = { get: () => documentAt('users/n', {}), getAfter: () => null };
  const decision = ruleset.decide(request, access, undefined, trace);
  return verdictOf(request, decision, trace, ruleset.source);
}

function valuesOf({ values }: RuleVerdict): readonly string[] {
  return values.map(
    ({ line, column, expression, value }) => `${String(line)}:${String(column)} ${expression} = ${value}`,
  );
}

test('a denial names the expressions that decided it, with their positions and values', () => {
  const denied = verdict({
    method: 'get',
    path: 'notes/n',
    uid: 'bob',
    before: { owner: 'ann', public: 'no' },
  });
  expect(denied).toMatchObject({
    allowed: false,
    method: 'get',
    path: '/notes/n',
    line: 9,
    column: 42,
    reason: "false for 'get' @ L9",
  });
  expect(valuesOf(denied)).toEqual([
    '9:42 owns(resource.data) = false',
    '6:10 owner == request.auth.uid = false',
    '6:10 owner = "ann"',
    '6:19 request.auth.uid = "bob"',
    '9:65 resource.data.public == true = false',
    '9:65 resource.data.public = "no"',
  ]);
});

test('an error is explained where it occurs', () => {
  const denied = verdict({ method: 'get', path: 'notes/n', uid: 'bob', before: { text: 'x' } });
  expect(valuesOf(denied)).toContain('5:15 data.owner = error: Property owner is undefined on object.');
  expect(valuesOf(denied)).toContain('5:15 data = {"text": "x"}');
  const list = verdict({ method: 'list', path: 'notes', query: { where: where('a', '==', 1n) } });
  expect(list).toMatchObject({ path: '/notes', line: 12, column: 18 });
  expect(valuesOf(list)).toContain(
    '12:18 resource.data.owner = unknown: the filters of the query do not determine it',
  );
});

test('a conditional is explained by its condition and the result taken', () => {
  const denied = verdict({ method: 'update', path: 'notes/n', before: {}, after: { a: 1n } });
  expect(valuesOf(denied)).toEqual([
    '10:20 !(request.resource.data.size() > 1) = true',
    '10:22 request.resource.data.size() > 1 = false',
    '10:22 request.resource.data.size() = 1',
  ]);
  expect(verdict({ method: 'update', path: 'notes/n', before: {}, after: { a: 1n, b: 1n } })).toEqual({
    allowed: true,
    method: 'update',
    path: '/notes/n',
    line: 10,
    column: 3,
    reason: '',
    values: [],
  });
});

test('a constant condition is explained by its line, and a missing rule has no line', () => {
  expect(verdict({ method: 'delete', path: 'notes/n', before: {} })).toMatchObject({ line: 11, values: [] });
  expect(verdict({ method: 'create', path: 'notes/n', after: {} })).toMatchObject({
    line: null,
    reason: "No matching allow statements for 'create' on /notes/n",
    values: [],
  });
});
