import { expect, test } from 'vitest';

import { ListChoices, ORDER_FORMAT, type SharedText } from './list-choices.ts';

const ordersOf = (uid: string, text: SharedText) => new ListChoices(uid, text, ORDER_FORMAT);

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
  const orders = ordersOf('ada', text);
  const otherTab = ordersOf('ada', text);
  orders.choose('all', { order: 'name', isReversed: false });
  orders.choose('folder:7', { order: 'edited', isReversed: false });
  orders.choose('all', { order: 'created', isReversed: true });
  expect(orders.chosen.get()).toEqual({ value: { order: 'created', isReversed: true }, count: 3 });
  otherTab.readAgain();
  expect([...otherTab.get()]).toEqual([
    ['folder:7', { order: 'edited', isReversed: false }],
    ['all', { order: 'created', isReversed: true }],
  ]);
  // The other tab must not announce a choice that the user made elsewhere.
  expect(otherTab.chosen.get()).toBeNull();
  expect([...ordersOf('bob', text).get()]).toEqual([]);
});

test('a folder that gets its id keeps its order', () => {
  const orders = ordersOf('ada', sharedText());
  orders.choose('folder:-5', { order: 'name', isReversed: true });
  orders.rename('folder:-5', 'folder:7');
  orders.rename('folder:-6', 'folder:8');
  expect([...orders.get()]).toEqual([['folder:7', { order: 'name', isReversed: true }]]);
});

test('the oldest of more than 300 choices is forgotten', () => {
  const text = sharedText();
  const orders = ordersOf('ada', text);
  for (let folder = 1; folder <= 302; folder += 1)
    orders.choose(`folder:${folder}`, { order: 'name', isReversed: false });
  orders.readAgain();
  expect([...orders.get().keys()].slice(0, 2)).toEqual(['folder:3', 'folder:4']);
  expect(orders.get().size).toBe(300);
});

test.each(['', '{', 'null', '{"uid":"ada"}', '{"uid":"ada","lists":[7,["all"],["all","size"],[1,"name"]]}'])(
  'an invalid text counts as no choice: %s',
  (text) => {
    expect([...ordersOf('ada', sharedText(text)).get()]).toEqual([]);
  },
);
