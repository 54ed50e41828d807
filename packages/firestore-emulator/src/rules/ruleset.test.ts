import { expect, test } from 'vitest';
import { AccessBudget } from '#firestore/rules/limits/access-budget.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import type { Decision } from '#firestore/rules/ruleset.ts';
import { allows, decide, documentAt, inDatabase, requestOf, where } from '#firestore/rules/test-support.ts';
import { Timestamp } from '#firestore/model/value.ts';

test('only the owner reads a document with their uid', () => {
  const rules = `match /users/{uid} { allow read: if request.auth.uid == uid; }`;
  expect(allows(rules, { method: 'get', path: 'users/ann', uid: 'ann' })).toBe(true);
  expect(allows(rules, { method: 'get', path: 'users/ann', uid: 'bob' })).toBe(false);
  expect(decide(rules, { method: 'get', path: 'users/ann' })).toMatchObject({
    allowed: false,
    reason: "Null value error. for 'get' @ L4",
  });
});

test('a path without a match and a method without an allow are denied with that reason', () => {
  const rules = `match /users/{uid} { allow get; }`;
  expect(decide(rules, { method: 'get', path: 'rooms/a' })).toMatchObject({
    reason: "No matching allow statements for 'get' on /rooms/a",
  });
  expect(decide(rules, { method: 'delete', path: 'users/a' })).toMatchObject({
    reason: "No matching allow statements for 'delete' on /users/a",
  });
  expect(allows(rules, { method: 'get', path: 'users/a' })).toBe(true);
});

test('read and write include their methods, and an allow may list several methods', () => {
  const rules = `match /a/{id} { allow read; } match /b/{id} { allow write; } match /c/{id} { allow get, delete: if true; }`;
  const granted = (path: string) =>
    (['get', 'list', 'create', 'update', 'delete'] as const).filter((method) =>
      allows(rules, { method, path: method === 'list' ? path : `${path}/x` }),
    );
  expect(granted('a')).toEqual(['get', 'list']);
  expect(granted('b')).toEqual(['create', 'update', 'delete']);
  expect(granted('c')).toEqual(['get', 'delete']);
});

test('one of several matching rules is enough, and a denial lists the reason of each', () => {
  const rules = `match /{all=**} { allow get: if request.auth.token.admin == true; }
match /notes/{id} { allow get: if resource.data.public; }
match /notes/{id} { allow get: if false; }`;
  const before = { public: true };
  expect(allows(rules, { method: 'get', path: 'notes/a', before })).toBe(true);
  expect(allows(rules, { method: 'get', path: 'notes/a', uid: 'a', claims: { admin: true } })).toBe(true);
  expect(decide(rules, { method: 'get', path: 'notes/a', uid: 'u', before: {} })).toMatchObject({
    reason:
      "Property admin is undefined on object. for 'get' @ L4, " +
      "Property public is undefined on object. for 'get' @ L5, false for 'get' @ L6",
  });
});

test('a rule can read roles from another document, and the decision lists that document', () => {
  const rules = `function role() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role; }
match /stories/{id} {
  allow read: if exists(/databases/$(database)/documents/users/$(request.auth.uid)) && role() in ['editor', 'admin'];
}`;
  const others = { 'users/ann': { role: 'editor' }, 'users/bob': { role: 'guest' } };
  const attempt = { method: 'get', path: 'stories/s', others } as const;
  expect(decide(rules, { ...attempt, uid: 'ann' })).toEqual({ allowed: true, reads: ['users/ann'] });
  expect(decide(rules, { ...attempt, uid: 'bob' })).toMatchObject({ allowed: false, reads: ['users/bob'] });
  expect(allows(rules, { ...attempt, uid: 'eve' })).toBe(false);
});

test('a rule can use custom claims of the token', () => {
  const rules = `match /reports/{id} {
  allow read: if request.auth.token.roles.hasAny(['auditor']) && request.auth.token.level >= 3
    && request.auth.token.firebase.sign_in_provider == 'password';
}`;
  const claims = { roles: ['auditor'], level: 3, firebase: { sign_in_provider: 'password' } };
  const attempt = { method: 'get', path: 'reports/r', uid: 'ann' } as const;
  expect(allows(rules, { ...attempt, claims })).toBe(true);
  expect(allows(rules, { ...attempt, claims: { ...claims, level: 2 } })).toBe(false);
  expect(allows(rules, { ...attempt, claims: { ...claims, roles: [] } })).toBe(false);
});

test('a rule can check the fields of a new document and the affected keys of an update', () => {
  const rules = `match /notes/{id} {
  function valid() {
    let data = request.resource.data;
    return data.keys().hasAll(['title', 'owner']) && data.keys().hasOnly(['title', 'owner', 'stars'])
      && data.title is string && data.title.size() > 0 && data.get('stars', 0) in [0, 1, 2, 3];
  }
  allow create: if valid() && request.resource.data.owner == request.auth.uid;
  allow update: if valid() && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['title', 'stars']);
}`;
  const create = { method: 'create', path: 'notes/n', uid: 'ann' } as const;
  const good = { title: 'A', owner: 'ann' };
  expect(allows(rules, { ...create, after: good })).toBe(true);
  expect(allows(rules, { ...create, after: { ...good, stars: 3n } })).toBe(true);
  expect(allows(rules, { ...create, after: { ...good, stars: 4n } })).toBe(false);
  expect(allows(rules, { ...create, after: { ...good, title: '' } })).toBe(false);
  expect(allows(rules, { ...create, after: { ...good, extra: 1n } })).toBe(false);
  expect(allows(rules, { ...create, after: { title: 'A' } })).toBe(false);
  const update = { method: 'update', path: 'notes/n', uid: 'ann', before: good } as const;
  expect(allows(rules, { ...update, after: { ...good, title: 'B' } })).toBe(true);
  expect(allows(rules, { ...update, after: { ...good, owner: 'bob' } })).toBe(false);
});

test('a rule can compare request.time with a publication time and with the last edit', () => {
  const rules = `match /posts/{id} {
  allow get: if resource.data.at <= request.time;
  allow update: if request.time > resource.data.at + duration.value(10, 's')
    && request.resource.data.at == request.time;
}`;
  const past = new Timestamp(1_699_999_000, 0);
  const future = new Timestamp(1_700_009_000, 0);
  const now = new Timestamp(1_700_000_000, 123_000_000);
  expect(allows(rules, { method: 'get', path: 'posts/p', before: { at: past } })).toBe(true);
  expect(allows(rules, { method: 'get', path: 'posts/p', before: { at: future } })).toBe(false);
  const update = { method: 'update', path: 'posts/p', before: { at: past } } as const;
  expect(allows(rules, { ...update, after: { at: now } })).toBe(true);
  expect(allows(rules, { ...update, after: { at: past } })).toBe(false);
  expect(allows(rules, { ...update, before: { at: now }, after: { at: now } })).toBe(false);
});

test('getAfter sees the result of the whole commit', () => {
  const rules = `match /cities/{city} {
  allow write: if getAfter(/databases/$(database)/documents/countries/$(request.resource.data.country)).data.last == request.time;
}
match /rooms/{room} { allow create: if existsAfter(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid))
    && !exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid)); }`;
  const now = new Timestamp(1_700_000_000, 123_000_000);
  const city = { method: 'create', path: 'cities/SF', after: { country: 'US' } } as const;
  const old = { 'countries/US': { last: new Timestamp(1, 0) } };
  expect(allows(rules, { ...city, others: old, othersAfter: { 'countries/US': { last: now } } })).toBe(true);
  expect(allows(rules, { ...city, others: old })).toBe(false);
  const room = { method: 'create', path: 'rooms/r', uid: 'ann', after: {} } as const;
  expect(allows(rules, { ...room, othersAfter: { 'rooms/r/members/ann': {} }, others: {} })).toBe(true);
  expect(allows(rules, room)).toBe(false);
});

test('for a delete, resource is the deleted document and request.resource is null', () => {
  const rules = `match /notes/{id} { allow delete: if resource.data.owner == request.auth.uid && request.resource == null; }`;
  expect(allows(rules, { method: 'delete', path: 'notes/n', uid: 'ann', before: { owner: 'ann' } })).toBe(
    true,
  );
  expect(allows(rules, { method: 'delete', path: 'notes/n', uid: 'bob', before: { owner: 'ann' } })).toBe(
    false,
  );
});

test('a missing document is null', () => {
  const rules = `match /notes/{id} { allow get: if resource == null; }
match /all/{id} { allow get: if get(/databases/(default)/documents/none/x) == null; }`;
  expect(allows(rules, { method: 'get', path: 'notes/n' })).toBe(true);
  expect(allows(rules, { method: 'get', path: 'notes/n', before: {} })).toBe(false);
  expect(allows(rules, { method: 'get', path: 'all/n' })).toBe(true);
});

test('a recursive wildcard matches zero segments in version 2 and needs a segment in version 1', () => {
  const body = `match /databases/{database}/documents { match /a/{b}/{rest=**} { allow get; } } }`;
  const two = parseRuleset(`rules_version = '2'; service cloud.firestore { ${body}`);
  const one = parseRuleset(`service cloud.firestore { ${body}`);
  const access = { get: () => null, getAfter: () => null };
  expect(two.decide(requestOf({ method: 'get', path: 'a/b' }), access).allowed).toBe(true);
  expect(two.decide(requestOf({ method: 'get', path: 'a/b/c/d' }), access).allowed).toBe(true);
  expect(one.decide(requestOf({ method: 'get', path: 'a/b' }), access).allowed).toBe(false);
  expect(one.decide(requestOf({ method: 'get', path: 'a/b/c/d' }), access).allowed).toBe(true);
  expect(two.warnings).toEqual([]);
  expect(one.warnings).toMatchObject([
    { line: 1, column: 1, ofFile: true, message: expect.stringContaining('Ruleset uses old version') },
  ]);
});

test('a recursive wildcard is a path with zero-based segments', () => {
  const rules = `match /{all=**} { allow get: if all[0] == 'open' && all[1] == 'x'; }`;
  expect(allows(rules, { method: 'get', path: 'open/x' })).toBe(true);
  expect(allows(rules, { method: 'get', path: 'shut/x' })).toBe(false);
});

function lookups(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `!exists(/databases/(default)/documents/d/${String(at)})`,
  ).join(' && ');
}

function lookingUp(count: number): string {
  return `match /a/{id} { allow get: if ${lookups(count)} && ${lookups(count)}; }`;
}

test('one operation may read ten documents, and repeated reads are free', () => {
  expect(allows(lookingUp(10), { method: 'get', path: 'a/b' })).toBe(true);
  expect(decide(lookingUp(11), { method: 'get', path: 'a/b' })).toMatchObject({
    allowed: false,
    reason: "The rules read too many documents for one request. for 'get'",
  });
});

test('the operations of one commit share a budget of twenty documents', () => {
  const ownLookups = Array.from(
    { length: 7 },
    (_, at) => `!exists(/databases/(default)/documents/d/$(id)/e/${String(at)})`,
  ).join(' && ');
  const ruleset = parseRuleset(inDatabase(`match /a/{id} { allow create: if ${ownLookups}; }`));
  const budget = AccessBudget.multiple();
  const access = { get: () => null, getAfter: () => null };
  const create = (id: string) =>
    ruleset.decide(requestOf({ method: 'create', path: `a/${id}`, after: {} }), access, budget).allowed;
  expect([create('one'), create('two'), create('one'), create('three')]).toEqual([true, true, true, false]);
});

test('evaluating more than a thousand expressions denies the request, even in an operand of ||', () => {
  const doubling = Array.from(
    { length: 12 },
    (_, at) => `function f${String(at + 1)}() { return f${String(at)}() && f${String(at)}(); }`,
  ).join(' ');
  const rules = `function f0() { return 1 < 2; } ${doubling} match /a/{id} { allow get: if f12() || true; }`;
  expect(decide(rules, { method: 'get', path: 'a/b' })).toMatchObject({
    allowed: false,
    reason:
      "Unable to evaluate the expression as the maximum of 1000 expressions to evaluate has been reached. for 'get'",
  });
});

test('the database wildcard distinguishes several databases', () => {
  const ruleset = parseRuleset(
    `rules_version = '2'; service cloud.firestore {
      match /databases/other/documents { match /a/{id} { allow get; } }
    }`,
  );
  const access = { get: () => documentAt('a/b', {}), getAfter: () => null };
  const request = requestOf({ method: 'get', path: 'a/b' });
  expect(ruleset.decide(request, access).allowed).toBe(false);
  expect(ruleset.decide({ ...request, database: 'other' }, access).allowed).toBe(true);
});

function getOf(path: string): Decision {
  return decide(`match /a/{id} { allow get: if get(${path}) == null; }`, { method: 'get', path: 'a/b' });
}

test('get() of a path outside the database, or of a collection, is an error', () => {
  expect(getOf('/databases/other/documents/a/b')).toMatchObject({ allowed: false });
  expect(getOf('/databases/(default)/documents/a')).toMatchObject({ allowed: false });
  expect(getOf('/databases/$(database)/documents/a/b')).toMatchObject({ allowed: true });
});

test('a rule can limit request.query.limit', () => {
  const rules = `match /posts/{id} { allow list: if request.query.limit <= 10 && request.query.offset == null; }`;
  const list = { method: 'list', path: 'posts' } as const;
  expect(allows(rules, { ...list, query: { limit: 10 } })).toBe(true);
  expect(allows(rules, { ...list, query: { limit: 11 } })).toBe(false);
  expect(allows(rules, list)).toBe(false);
  expect(allows(rules, { ...list, query: { limit: 5, offset: 3 } })).toBe(false);
});

test('request.query.orderBy has the fields and their directions', () => {
  const rules = `match /posts/{id} { allow list: if request.query.orderBy.get('at', '') == 'DESC'; }`;
  const orderBy = [{ path: ['at'], direction: 'desc' }] as const;
  expect(allows(rules, { method: 'list', path: 'posts', query: { orderBy } })).toBe(true);
  // An order that the query has only for an inequality is not visible.
  expect(allows(rules, { method: 'list', path: 'posts', query: { orderBy, explicitOrders: 0 } })).toBe(false);
  expect(allows(rules, { method: 'list', path: 'posts' })).toBe(false);
});

test('a filter on the owner grants a query for the own documents', () => {
  const rules = `match /stories/{id} { allow list: if resource.data.author == request.auth.uid; }`;
  const list = { method: 'list', path: 'stories', uid: 'ann' } as const;
  expect(allows(rules, { ...list, query: { where: where('author', '==', 'ann') } })).toBe(true);
  expect(allows(rules, { ...list, query: { where: where('author', '==', 'bob') } })).toBe(false);
  expect(decide(rules, list)).toMatchObject({
    reason: "The query's filters do not prove the rule (resource.data.author is unknown) for 'list' @ L4",
  });
});
