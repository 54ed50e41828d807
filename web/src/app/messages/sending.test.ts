import { expect, test } from 'vitest';

import { nextSending, NOTHING_TO_SEND, type Sending } from './sending.ts';

function after(...steps: readonly (readonly [isOnline: boolean, unsent: number])[]): Sending {
  let sending = NOTHING_TO_SEND;
  for (const [isOnline, unsent] of steps) sending = nextSending(sending, { isOnline, unsent });
  return sending;
}

test('changes that are sent while online show nothing', () => {
  expect(after([true, 0], [true, 3], [true, 0])).toBe(NOTHING_TO_SEND);
});

test('the changes of an offline spell show with their number until all are sent', () => {
  expect(after([false, 0], [false, 12])).toEqual({ phase: 'offline' });
  expect(after([false, 12], [true, 12])).toEqual({ phase: 'sending', count: 12 });
  expect(after([false, 12], [true, 12], [true, 5])).toEqual({ phase: 'sending', count: 12 });
  expect(after([false, 12], [true, 12], [true, 14])).toEqual({ phase: 'sending', count: 14 });
  expect(after([false, 12], [true, 12], [true, 0])).toEqual({ phase: 'sent' });
});

test('an offline spell without changes ends without a message', () => {
  expect(after([false, 0], [true, 0])).toBe(NOTHING_TO_SEND);
});

test('a lost network interrupts the sending', () => {
  expect(after([false, 12], [true, 12], [false, 7])).toEqual({ phase: 'offline' });
  expect(after([false, 12], [true, 12], [false, 7], [true, 7], [true, 0])).toEqual({ phase: 'sent' });
});

test('an unchanged status keeps its identity, so that React does not render forever', () => {
  const sending = after([false, 12], [true, 12]);
  expect(nextSending(sending, { isOnline: true, unsent: 3 })).toBe(sending);
  const offline = after([false, 1]);
  expect(nextSending(offline, { isOnline: false, unsent: 2 })).toBe(offline);
});
