import { expect, test } from 'vitest';
import type { Filter } from '#firestore/query/filter.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import { allows, decide, referenceTo, requestOf, where } from '#firestore/rules/test-support.ts';
import { Timestamp } from '#firestore/model/value.ts';

/** Whether `allow list: if condition` grants a query with these filters. */
function proves(condition: string, ...filters: Filter[]): boolean {
  return allows(`match /docs/{id} { allow list: if ${condition}; }`, {
    method: 'list',
    path: 'docs',
    uid: 'ann',
    query: { where: { kind: 'and', filters } },
  });
}

function either(...filters: Filter[]): Filter {
  return { kind: 'or', filters };
}

const mine = where('owner', '==', 'ann');

test('an equality filter makes the field known to every operation', () => {
  expect(proves('resource.data.owner == request.auth.uid', mine)).toBe(true);
  expect(proves("resource.data['owner'] == 'ann'", mine)).toBe(true);
  expect(proves("resource.data.owner.matches('a.*') && resource.data.owner.size() == 3", mine)).toBe(true);
  expect(proves("resource.data.get('owner', '') == 'ann' && 'owner' in resource.data", mine)).toBe(true);
  expect(proves("resource.data.owner != 'bob' && resource.data.owner in ['ann', 'bob']", mine)).toBe(true);
  expect(proves('exists(/databases/$(database)/documents/users/$(resource.data.owner)) || true', mine)).toBe(
    true,
  );
  expect(proves("resource.data.owner == 'bob'", mine)).toBe(false);
  expect(proves("resource.data.other == 'ann'", mine)).toBe(false);
});

test('a field without a filter is unknown: neither its presence nor its absence is proven', () => {
  for (const condition of [
    'resource.data.open',
    "resource.data.open == 'x'",
    "resource.data.open != 'x'",
    "!(resource.data.open == 'x')",
    "'open' in resource.data",
    "!('open' in resource.data)",
    '!(resource.data.open in [])',
    "resource.data.get('open', true)",
    "!resource.data.keys().hasAll(['open'])",
    "resource.data.keys().hasOnly(['owner'])",
    'resource.data.size() == 1',
    'resource.data.open is string || !(resource.data.open is string)',
    'resource.data.open ? true : true',
    "[resource.data.open].hasAny(['x'])",
    "[resource.data.open, 'x'].hasAny(['x'])",
    '[resource.data.open] is list',
    "[resource.data.open] != 'x'",
    '/docs/$(resource.data.open) is path',
    "/docs/$(resource.data.open) != 'x'",
    '/docs/$(resource.data.owner)/$(resource.data.open) is path',
    "resource.data == {'owner': 'ann'}",
    'exists(/databases/$(database)/documents/users/$(resource.data.open))',
    "id == 'x'",
    "resource.id != 'x'",
    'resource.data.diff({}).affectedKeys().hasOnly([])',
  ]) {
    expect(`${condition}: ${String(proves(condition, mine))}`).toBe(`${condition}: false`);
  }
});

test('a proven operand of || suffices, and a refuted operand of && suffices', () => {
  expect(proves("resource.data.open == 'x' || resource.data.owner == request.auth.uid", mine)).toBe(true);
  expect(
    proves("resource.data.visibility == 'public' || resource.data.owner == request.auth.uid", mine),
  ).toBe(true);
  expect(proves("!(resource.data.open && resource.data.owner == 'bob')", mine)).toBe(true);
  expect(proves("resource.data.owner == 'bob' ? resource.data.open : true", mine)).toBe(true);
});

test('a document that a query finds exists and its data is a map', () => {
  expect(proves('resource != null && resource.data is map')).toBe(true);
  expect(proves('resource == null')).toBe(false);
  expect(
    proves("resource.data.keys().hasAll(['owner']) && resource.data.keys().toSet().hasAny(['owner'])", mine),
  ).toBe(true);
});

test('an in filter is a union of equalities', () => {
  const status = where('status', 'in', ['draft', 'public']);
  expect(proves("resource.data.status in ['draft', 'public', 'old']", status)).toBe(true);
  expect(proves("resource.data.status == 'draft' || resource.data.status == 'public'", status)).toBe(true);
  expect(proves("resource.data.status == 'public'", status)).toBe(false);
});

test('each alternative of an or-query needs a rule that grants it', () => {
  const rules = `match /docs/{id} {
  allow list: if resource.data.owner == request.auth.uid;
  allow list: if resource.data.public == true;
}`;
  const list = (filter: Filter) =>
    allows(rules, { method: 'list', path: 'docs', uid: 'ann', query: { where: filter } });
  expect(list(either(mine, where('public', '==', true)))).toBe(true);
  expect(list(either(mine, where('public', '==', false)))).toBe(false);
  expect(list(either(mine, where('x', '==', 1n)))).toBe(false);
  expect(list({ kind: 'and', filters: [either(where('a', '==', 1n), where('b', '==', 1n)), mine] })).toBe(
    true,
  );
});

test('array-contains proves membership, and array-contains-any proves one of several', () => {
  const member = where('members', 'array-contains', 'ann');
  expect(proves('request.auth.uid in resource.data.members', member)).toBe(true);
  expect(
    proves('resource.data.members.hasAny([request.auth.uid]) && resource.data.members is list', member),
  ).toBe(true);
  expect(
    proves("resource.data.members.hasAll(['ann']) && 'ann' in resource.data.members.toSet()", member),
  ).toBe(true);
  expect(proves("'bob' in resource.data.members || resource.data.members.hasOnly(['ann'])", member)).toBe(
    false,
  );
  expect(proves("!('bob' in resource.data.members)", member)).toBe(false);
  const tags = where('tags', 'array-contains-any', ['a', 'b']);
  expect(proves("resource.data.tags.hasAny(['a', 'b', 'c'])", tags)).toBe(true);
  expect(proves("resource.data.tags.hasAny(['a'])", tags)).toBe(false);
  // No array filter and no `in` finds null or NaN.
  expect(proves("'a' in resource.data.tags", where('tags', 'array-contains-any', ['a', null, NaN]))).toBe(
    true,
  );
  expect(proves("resource.data.tag == 'a'", where('tag', 'in', [null, 'a']))).toBe(true);
});

test('an in filter of only null and NaN proves no value, and hides no other filter', () => {
  const nothing = where('owner', 'in', [Number.NaN, null]);
  expect(proves("resource.data.owner == 'ann'", mine, nothing)).toBe(true);
  expect(proves("resource.data.owner == 'ann'", nothing, mine)).toBe(true);
  expect(proves("'owner' in resource.data", nothing)).toBe(true);
  for (const condition of ['owner == null', 'owner != 1', 'owner is number', 'owner is float'])
    expect(proves(`resource.data.${condition}`, nothing)).toBe(false);
  const noTag = where('tags', 'array-contains-any', [null]);
  expect(proves('resource.data.tags is list', noTag)).toBe(true);
  expect(proves('null in resource.data.tags', noTag)).toBe(false);
});

test('a range filter proves ranges and the type of the value', () => {
  const range = [where('score', '>=', 5n), where('score', '<', 10n)];
  expect(
    proves('resource.data.score >= 5 && resource.data.score > 4 && 4.5 < resource.data.score', ...range),
  ).toBe(true);
  expect(
    proves('resource.data.score < 10 && resource.data.score <= 10 && !(resource.data.score > 10)', ...range),
  ).toBe(true);
  expect(
    proves(
      'resource.data.score != 10 && resource.data.score != 4 && resource.data.score is number',
      ...range,
    ),
  ).toBe(true);
  expect(proves('resource.data.score > 5', ...range)).toBe(false);
  expect(proves('resource.data.score < 9', ...range)).toBe(false);
  expect(proves('resource.data.score != 7', ...range)).toBe(false);
  expect(proves('resource.data.score is int', ...range)).toBe(false);
  const name = [where('name', '>=', 'a'), where('name', '<', 'b')];
  expect(
    proves("resource.data.name is string && resource.data.name >= 'a' && resource.data.name < 'c'", ...name),
  ).toBe(true);
  const before = where('at', '<=', new Timestamp(1_600_000_000, 0));
  expect(proves('resource.data.at < request.time', before)).toBe(true);
  expect(proves('resource.data.at > request.time', before)).toBe(false);
});

test('one bound is enough, since no range of numbers finds NaN', () => {
  expect(proves('resource.data.score < 10', where('score', '<', 10n))).toBe(true);
  expect(proves('!(resource.data.score > 10)', where('score', '<', 10n))).toBe(true);
  expect(proves('resource.data.score > -1', where('score', '>', -1n))).toBe(true);
  expect(proves('resource.data.score < 10', where('score', '>', -1n))).toBe(false);
  expect(proves('resource.data.score < 10', where('score', '<', Number.NaN))).toBe(false);
  expect(proves('resource.data.score < 10', where('score', '!=', 10n))).toBe(false);
});

test('an inequality filter proves only the inequality and the presence', () => {
  expect(proves("resource.data.state != 'gone'", where('state', '!=', 'gone'))).toBe(true);
  expect(proves("resource.data.state != 'gone'", where('state', 'not-in', ['gone', 'x']))).toBe(true);
  expect(proves("'state' in resource.data", where('state', '!=', 'gone'))).toBe(true);
  expect(proves('resource.data.state != null', where('state', '!=', 'gone'))).toBe(true);
  expect(proves('resource.data.state != null', where('state', 'not-in', ['gone']))).toBe(true);
  expect(proves("resource.data.state == 'here'", where('state', '!=', 'gone'))).toBe(false);
  expect(proves('resource.data.state is string', where('state', '!=', 'gone'))).toBe(false);
});

test('a number in an equality filter may be stored as int or float', () => {
  const one = where('n', '==', 1n);
  expect(
    proves(
      'resource.data.n == 1 && resource.data.n == 1.0 && resource.data.n < 2 && resource.data.n in [1]',
      one,
    ),
  ).toBe(true);
  expect(proves('resource.data.n is number && !(resource.data.n is string)', one)).toBe(true);
  expect(proves('resource.data.n is int || resource.data.n is float', one)).toBe(false);
  expect(proves('resource.data.n / 2 == 0', one)).toBe(false);
  const list = where('list', '==', [1n, 'a']);
  expect(
    proves("resource.data.list.size() == 2 && resource.data.list[1] == 'a' && 1 in resource.data.list", list),
  ).toBe(true);
  expect(proves('resource.data.list[0] is int', list)).toBe(false);
});

test('filters prove null and NaN like any other value', () => {
  expect(proves('resource.data.x == null', where('x', '==', null))).toBe(true);
  expect(proves('resource.data.x != null', where('x', '!=', null))).toBe(true);
  expect(
    proves('math.isNaN(resource.data.x) && resource.data.x is float', where('x', '==', Number.NaN)),
  ).toBe(true);
});

test('filters on nested fields prove their values', () => {
  const role = where('roles.ann', '==', 'editor');
  expect(proves("resource.data.roles[request.auth.uid] in ['editor', 'owner']", role)).toBe(true);
  expect(proves('request.auth.uid in resource.data.roles && resource.data.roles is map', role)).toBe(true);
  expect(proves("resource.data.get(['roles', 'ann'], '') == 'editor'", role)).toBe(true);
  expect(proves("resource.data.roles.bob == 'editor'", role)).toBe(false);
  const whole = where('roles', '==', new Map([['ann', 'editor']]));
  expect(proves("resource.data.roles.ann == 'editor' && resource.data.roles.size() == 1", whole)).toBe(true);
});

test('ordering by a field proves its presence', () => {
  const rules = `match /docs/{id} { allow list: if 'at' in resource.data; }`;
  const list = { method: 'list', path: 'docs' } as const;
  expect(allows(rules, { ...list, query: { orderBy: [{ path: ['at'], direction: 'asc' }] } })).toBe(true);
  expect(allows(rules, list)).toBe(false);
});

test('a filter on the document name proves the ID and the wildcards', () => {
  const named = where('__name__', '==', referenceTo('docs/ann'));
  expect(proves('id == request.auth.uid && resource.id == id', named)).toBe(true);
  expect(proves("resource['__name__'] == /databases/(default)/documents/docs/ann", named)).toBe(true);
  expect(proves('exists(/databases/$(database)/documents/docs/$(id)) || id == "ann"', named)).toBe(true);
  expect(
    proves(
      "id in ['ann', 'bob']",
      where('__name__', 'in', [referenceTo('docs/ann'), referenceTo('docs/bob')]),
    ),
  ).toBe(true);
  expect(proves("id == 'ann'", where('__name__', '>=', referenceTo('docs/ann')))).toBe(false);
});

test('a second filter on the document name hides the ID, unless it repeats the first', () => {
  const named = where('__name__', '==', referenceTo('docs/ann'));
  const both = where('__name__', 'in', [referenceTo('docs/bob'), referenceTo('docs/ann')]);
  expect(proves("id == 'ann'", named, named)).toBe(true);
  expect(proves("id == 'ann'", named, where('__name__', '<', referenceTo('docs/bob')))).toBe(false);
  expect(proves("id == 'ann'", where('__name__', '!=', referenceTo('docs/bob')), named)).toBe(false);
  expect(proves("id == 'ann'", both, named)).toBe(false);
  const group = { method: 'list', path: 'docs', allDescendants: true } as const;
  const within = { kind: 'and', filters: [named, where('__name__', '<', referenceTo('docs/bob'))] } as const;
  const rules = 'match /docs/{id} { allow list; }';
  expect(allows(rules, { ...group, query: { where: named } })).toBe(true);
  expect(allows(rules, { ...group, query: { where: within } })).toBe(false);
});

test('a match for one document does not grant a query on its collection', () => {
  const rules = `match /docs/open { allow list; }`;
  expect(allows(rules, { method: 'list', path: 'docs' })).toBe(false);
  const named = where('__name__', '==', referenceTo('docs/open'));
  expect(allows(rules, { method: 'list', path: 'docs', query: { where: named } })).toBe(true);
});

test('a collection group query needs a rule that covers every collection with that ID', () => {
  const group = { method: 'list', path: 'posts', allDescendants: true } as const;
  expect(allows('match /posts/{id} { allow list; }', group)).toBe(false);
  expect(allows('match /users/{u}/posts/{id} { allow list; }', group)).toBe(false);
  expect(allows('match /{path=**}/other/{id} { allow list; }', group)).toBe(false);
  expect(allows('match /{path=**}/posts/{id} { allow list; }', group)).toBe(true);
  expect(allows('match /{path=**} { allow list; }', group)).toBe(true);
  expect(allows('match /{path=**}/{collection}/{id} { allow list: if collection == "posts"; }', group)).toBe(
    true,
  );
  expect(allows('match /{path=**}/posts/{id} { allow list: if path[0] == "users"; }', group)).toBe(false);
  const owned = { ...group, uid: 'ann', query: { where: mine } };
  expect(
    allows('match /{path=**}/posts/{id} { allow list: if resource.data.owner == request.auth.uid; }', owned),
  ).toBe(true);
});

test("version '1' never grants a collection group query", () => {
  const source =
    'service cloud.firestore { match /databases/{db}/documents { match /{all=**} { allow list; } } }';
  const access = { get: () => null, getAfter: () => null };
  const list = (allDescendants: boolean) =>
    parseRuleset(source).decide(requestOf({ method: 'list', path: 'posts', allDescendants }), access).allowed;
  expect([list(false), list(true)]).toEqual([true, false]);
});

test('a collection group query below a document needs a recursive rule below it', () => {
  const group = { method: 'list', path: 'users/ann/posts', allDescendants: true, uid: 'ann' } as const;
  expect(
    allows('match /users/{u}/{path=**}/posts/{id} { allow list: if u == request.auth.uid; }', group),
  ).toBe(true);
  expect(allows('match /users/{u}/posts/{id} { allow list; }', group)).toBe(false);
  const everything = { ...group, path: 'users/ann' };
  expect(allows('match /users/{u}/{rest=**} { allow list; }', everything)).toBe(true);
  expect(allows('match /users/{u}/{path=**}/posts/{id} { allow list; }', everything)).toBe(false);
});

test('a query with too many alternatives is denied', () => {
  const eleven = Array.from({ length: 11 }, (_, at) => BigInt(at));
  const many = [where('a', 'in', eleven), where('b', 'in', eleven)];
  const query = { where: { kind: 'and', filters: many } as const };
  expect(decide('match /docs/{id} { allow list; }', { method: 'list', path: 'docs', query })).toMatchObject({
    allowed: false,
    reason: "The query has too many alternatives to prove for 'list'",
  });
});
