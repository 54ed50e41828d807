import * as pipelines from '@google-cloud/firestore/pipelines';
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startAdminClients, type AdminClients } from '#firestore/sdk-tests/admin-clients.ts';

const { array, constant, countAll, descending, equal, field, greaterThan, map, or } = pipelines;
const { FunctionExpression } = pipelines;

let clients: AdminClients;
let db: Firestore;

beforeAll(async () => {
  clients = await startAdminClients();
  db = clients.project();
  const books = {
    dune: {
      title: 'Dune',
      genre: 'sf',
      rating: 4.6,
      tags: ['desert', 'spice'],
      at: FieldValue.vector([1, 0]),
    },
    emma: { title: 'Emma', genre: 'romance', rating: 4, tags: [], at: FieldValue.vector([0, 1]) },
    ubik: { title: 'Ubik', genre: 'sf', rating: 4, at: FieldValue.vector([3, 4]), by: { name: 'Dick' } },
  };
  await Promise.all(Object.entries(books).map(async ([id, book]) => db.doc(`books/${id}`).set(book)));
  await db.doc('books/dune/notes/n').set({ n: 1 });
});

afterAll(async () => {
  await clients.stop();
});

async function data(pipeline: pipelines.Pipeline): Promise<unknown[]> {
  return (await pipeline.execute()).results.map((result) => result.data());
}

async function ids(pipeline: pipelines.Pipeline): Promise<unknown[]> {
  return (await pipeline.execute()).results.map(({ id }) => id);
}

test('each source finds its documents, with name and times', async () => {
  const start = db.pipeline();
  expect(await ids(start.collection('books'))).toEqual(['dune', 'emma', 'ubik']);
  expect(await ids(start.collection('books/dune/notes'))).toEqual(['n']);
  expect(await ids(start.collectionGroup('notes'))).toEqual(['n']);
  expect(await ids(start.database().sort(field('__name__').descending()))).toEqual([
    'ubik',
    'emma',
    'n',
    'dune',
  ]);
  expect(await ids(start.documents(['books/ubik', 'books/none', 'books/dune']))).toEqual(['ubik', 'dune']);
  const [first] = (await start.collection('books').limit(1).execute()).results;
  expect(first?.updateTime).toEqual((await db.doc('books/dune').get()).updateTime);
});

test('stages filter, sort, cut, select and group', async () => {
  const books = db.pipeline().collection('books');
  const sf = books.where(equal('genre', 'sf'));
  expect(await data(sf.sort(descending('rating')).select('title', field('by.name').as('by')))).toEqual([
    { title: 'Dune' },
    { title: 'Ubik', by: 'Dick' },
  ]);
  expect(await ids(books.sort(field('title').descending()).offset(1).limit(1))).toEqual(['emma']);
  expect(await ids(books.where(or(greaterThan('rating', 4.5), equal('title', 'Emma'))))).toHaveLength(2);
  expect(await data(books.removeFields('tags', 'at', 'by').limit(1))).toEqual([
    { title: 'Dune', genre: 'sf', rating: 4.6 },
  ]);
  const groups = books.aggregate({
    accumulators: [countAll().as('n'), field('rating').maximum().as('best'), field('by').count().as('named')],
    groups: ['genre'],
  });
  expect(await data(groups)).toEqual([
    { genre: 'romance', n: 1, best: 4, named: 0 },
    { genre: 'sf', n: 2, best: 4.6, named: 1 },
  ]);
  expect(await data(books.where(equal('genre', 'none')).aggregate(countAll().as('n')))).toEqual([{ n: 0 }]);
  expect(await data(books.distinct('rating'))).toEqual([{ rating: 4 }, { rating: 4.6 }]);
});

test('stages unnest, replace, unite, sample and search vectors', async () => {
  const books = db.pipeline().collection('books');
  const tags = books.unnest(field('tags').as('tag'), 'index').select('title', 'tag', 'index');
  expect(await data(tags)).toEqual([
    { title: 'Dune', tag: 'desert', index: 0 },
    { title: 'Dune', tag: 'spice', index: 1 },
    { title: 'Ubik', index: null },
  ]);
  expect(await data(books.where(field('by').exists()).replaceWith('by'))).toEqual([{ name: 'Dick' }]);
  expect(await ids(books.union(db.pipeline().collectionGroup('notes')))).toEqual([
    'dune',
    'emma',
    'ubik',
    'n',
  ]);
  expect(await ids(books.sample(2))).toHaveLength(2);
  const nearest = books.findNearest({
    field: 'at',
    vectorValue: FieldValue.vector([1, 0]),
    distanceMeasure: 'euclidean',
    limit: 2,
    distanceField: 'distance',
  });
  expect(await data(nearest.select('title', 'distance'))).toEqual([
    { title: 'Dune', distance: 0 },
    { title: 'Emma', distance: Math.SQRT2 },
  ]);
});

test('an alias with dots is a path in every stage', async () => {
  const books = db.pipeline().collection('books');
  const dune = books.where(equal('title', 'Dune'));
  const groups = { accumulators: [countAll().as('x.n')], groups: [field('genre').as('x.genre')] };
  const rows = await Promise.all(
    [
      books.select('by.name').select('by'),
      dune.addFields(field('rating').as('x.y')).select('x'),
      books.aggregate(groups).where(equal('x.n', 2)).where(equal('x.genre', 'sf')),
      books.where(field('by').exists()).distinct('by.name').select('by'),
      dune.unnest(field('tags').as('x.tag'), 'x.index').select('x'),
      dune
        .findNearest({
          field: 'at',
          vectorValue: [1, 0],
          distanceMeasure: 'euclidean',
          distanceField: 'x.distance',
        })
        .select('x'),
      dune.unnest(field('tags').as('`x.tag`'), 'i').select('i', field('`x.tag`').as('tag')),
    ].map(data),
  );
  expect(rows).toEqual([
    [{}, {}, { by: { name: 'Dick' } }],
    [{ x: { y: 4.6 } }],
    [{ x: { n: 2, genre: 'sf' } }],
    [{ by: { name: 'Dick' } }],
    [{ x: { tag: 'desert', index: 0 } }, { x: { tag: 'spice', index: 1 } }],
    [{ x: { distance: 0 } }],
    [
      { i: 0, tag: 'desert' },
      { i: 1, tag: 'spice' },
    ],
  ]);
});

test('an absent value sorts as null', async () => {
  const books = db.pipeline().collection('books').addFields(constant(null).as('none'));
  const byName = field('by.name').ascending();
  expect(await ids(books.sort(byName, field('title').descending()))).toEqual(['emma', 'dune', 'ubik']);
  const union = books.union(books.addFields(field('none').as('by.name')));
  expect(await ids(union.sort(byName, field('title').ascending()).limit(2))).toEqual(['dune', 'dune']);
});

type Argument = number | string | pipelines.Expression;

function expressionOf(arg: Argument): pipelines.Expression {
  if (typeof arg === 'number') return constant(arg);
  return typeof arg === 'string' ? constant(arg) : arg;
}

function call(name: string, ...args: Argument[]): pipelines.FunctionExpression {
  return new FunctionExpression(name, args.map(expressionOf));
}

test.each<[string, pipelines.Expression, unknown]>([
  ['int division', call('divide', 7, 2), 3],
  ['double division', call('divide', 7, 2.5), 2.8],
  ['rounding', call('round', 2.675, 2), 2.68],
  ['rounding to hundreds', call('round', -1250, -2), -1300],
  ['truncation to hundreds', call('trunc', 1299, -2), 1200],
  [
    'rounding beyond 64 bits',
    call('is_error', call('round', call('multiply', 9_000_000_000, 1e9), -19)),
    true,
  ],
  ['a logarithm', call('log', 8, 2), 3],
  ['like', call('like', 'a.c%', 'a.c\\%'), true],
  ['like, not as a pattern', call('like', 'abc', 'a.c'), false],
  ['regex_match of a part', call('regex_match', 'abc', 'b'), false],
  ['a regex flag', call('regex_contains', 'ABC', '(?i)b'), true],
  ['a length in characters', call('char_length', 'añ😀'), 3],
  ['a length in bytes', call('byte_length', 'añ😀'), 7],
  ['a negative substring', call('substring', 'abcdef', -3, 2), 'de'],
  ['a missing part', call('string_index_of', 'abc', 'x'), -1],
  ['a negative index', call('array_get', array([1, 2, 3]), -1), 3],
  ['an index out of range', call('exists', call('array_get', array([1]), 5)), false],
  ['a slice', call('array_slice', array([1, 2, 3, 4]), 1, 2), [2, 3]],
  ['the greatest value', call('maximum', 1, 'a', 2), 'a'],
  ['a comparison of types', call('less_than', 1, 'a'), false],
  ['a missing operand', call('greater_than', field('none'), 1), false],
  ['a missing operand of cmp', call('cmp', field('none'), 1), -1],
  ['split by an empty delimiter', call('split', 'a😀b', ''), ['a', '😀', 'b']],
  ['or with an error', call('or', call('equal', call('divide', 1, 0), 1), call('equal', 1, 1)), true],
  ['an error', call('is_error', call('divide', 1, 0)), true],
  ['an overflow', call('is_error', call('multiply', 2 ** 40, 2 ** 40)), true],
  ['switch_on', call('switch_on', call('equal', 1, 2), 'a', call('equal', 1, 1), 'b', 'c'), 'b'],
  ['coalesce', call('coalesce', field('none'), constant(null), 5), 5],
  ['map_set', call('map_set', map({ a: 1, b: 2 }), 'a', field('none'), 'c', 3), { b: 2, c: 3 }],
  ['array_filter', array([1, 2, 3]).arrayFilter('n', greaterThan(pipelines.variable('n'), 1)), [2, 3]],
  [
    'array_transform',
    array([5, 7]).arrayTransformWithIndex(
      'n',
      'i',
      pipelines.variable('n').multiply(pipelines.variable('i')),
    ),
    [0, 7],
  ],
  ['the parent', call('document_id', call('parent', field('__name__'))), null],
  [
    'a difference of days',
    call('timestamp_diff', constant(new Timestamp(200_000, 0)), constant(new Timestamp(0, 0)), 'day'),
    2,
  ],
  [
    'a quarter in a time zone',
    call(
      'timestamp_trunc',
      constant(Timestamp.fromMillis(Date.UTC(2026, 6, 1))),
      'quarter',
      'America/New_York',
    ),
    Timestamp.fromMillis(Date.UTC(2026, 3, 1, 4)),
  ],
  [
    'the hour of a time zone',
    call('timestamp_extract', constant(Timestamp.fromMillis(Date.UTC(2026, 0, 1))), 'hour', 'Asia/Kolkata'),
    5,
  ],
])('functions: %s', async (_what, expression, expected) => {
  const [result] = await data(db.pipeline().collection('books').limit(1).select(expression.as('x')));
  expect(result).toEqual({ x: expected });
});

test('a subquery sees variables and the outer document', async () => {
  const { subcollection, variable, currentDocument, average } = pipelines;
  const books = db.pipeline().collection('books');
  const same = books.where(equal('genre', variable('genre')));
  const [dune, emma] = await data(
    books
      .define(field('genre').as('genre'), currentDocument().as('book'))
      .select(
        'by.name',
        subcollection('notes').select('n').toArrayExpression().as('notes'),
        same.aggregate(average('rating').as('x')).toScalarExpression().as('mean'),
        same.select(variable('book').getField('title').as('x')).limit(1).toArrayExpression().as('outer'),
      )
      .sort(field('mean').descending()),
  );
  expect(dune).toEqual({ notes: [1], mean: 4.3, outer: ['Dune'] });
  expect(emma).toEqual({ notes: [], mean: 4.3, outer: ['Ubik'], by: { name: 'Dick' } });
  const several = books.select(same.toScalarExpression().as('x'));
  await expect(several.execute()).rejects.toThrow(/Unknown variable/u);
  const all = books.define(constant('sf').as('genre')).select(same.toScalarExpression().as('x'));
  await expect(all.execute()).rejects.toThrow(/multiple results/u);
});

test('explain, transactions and errors', async () => {
  const books = db.pipeline().collection('books').limit(2);
  const { explainStats, results } = await books.execute({ explainOptions: { mode: 'analyze' } });
  expect(explainStats?.text).toMatch(/limit\s+rows: 2/u);
  expect(results).toHaveLength(2);
  const inTransaction = await db.runTransaction(async (transaction) => transaction.execute(books));
  expect(inTransaction.results).toHaveLength(2);
  const refused = db
    .pipeline()
    .collection('books')
    .select(call('split', 'a', 1).as('x'));
  await expect(refused.execute()).rejects.toMatchObject({ code: 3 });
  const unknown = db.pipeline().collection('books').select(call('frobnicate', 'a').as('x'));
  await expect(unknown.execute()).rejects.toMatchObject({ code: 12 });
  await expect(db.pipeline().collection('books').rawStage('nothing', []).execute()).rejects.toMatchObject({
    code: 3,
  });
});
