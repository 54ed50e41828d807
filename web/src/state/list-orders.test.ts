import { expect, test } from 'vitest';

import { ListOrders } from './list-orders.ts';

function sharedText(start: string | null = null) {
  let text = start;
  return {
    read: () => text,
    write: (next: string) => {
      text = next;
    },
  };
}

test('the order and direction of each list are remembered, and another tab reads it', () => {
  const text = sharedText();
  const orders = new ListOrders('ada', text);
  const otherTab = new ListOrders('ada', text);
  orders.choose('all', { order: 'name', isReversed: false });
  orders.choose('folder:7', { order: 'edited', isReversed: false });
  orders.choose('all', { order: 'created', isReversed: true });
  expect(orders.chosen.get()).toEqual({ order: 'created', isReversed: true, count: 3 });
  otherTab.readAgain();
  expect([...otherTab.get()]).toEqual([
    ['folder:7', { order: 'edited', isReversed: false }],
    ['all', { order: 'created', isReversed: true }],
  ]);
  // The other tab must not announce a choice that the user made elsewhere.
  expect(otherTab.chosen.get()).toBeNull();
  expect([...new ListOrders('bob', text).get()]).toEqual([]);
});

test('a folder that gets its id keeps its order', () => {
  const orders = new ListOrders('ada', sharedText());
  orders.choose('folder:-5', { order: 'name', isReversed: true });
  orders.rename('folder:-5', 'folder:7');
  orders.rename('folder:-6', 'folder:8');
  expect([...orders.get()]).toEqual([['folder:7', { order: 'name', isReversed: true }]]);
});

test('the oldest of more than 300 choices is forgotten', () => {
  const text = sharedText();
  const orders = new ListOrders('ada', text);
  for (let folder = 1; folder <= 302; folder += 1)
    orders.choose(`folder:${folder}`, { order: 'name', isReversed: false });
  orders.readAgain();
  expect([...orders.get().keys()].slice(0, 2)).toEqual(['folder:3', 'folder:4']);
  expect(orders.get().size).toBe(300);
});

test.each(['', '{', 'null', '{"uid":"ada"}', '{"uid":"ada","orders":[7,["all"],["all","size"],[1,"name"]]}'])(
  'an invalid text counts as no choice: %s',
  (text) => {
    expect([...new ListOrders('ada', sharedText(text)).get()]).toEqual([]);
  },
);
