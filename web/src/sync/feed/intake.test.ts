import { expect, test } from 'vitest';

import { Intake } from '#web/sync/feed/intake.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function openIntake() {
  const timers = createManualTimers();
  const steps: string[] = [];
  const intake = new Intake<number>({
    timers,
    apply: (items) => {
      steps.push(`${items[0] ?? 0}-${items.at(-1) ?? 0}`);
    },
    onDone: () => {
      steps.push('done');
    },
  });
  return { intake, timers, steps };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('one item is applied at once', () => {
  const { intake, steps } = openIntake();
  intake.take([1]);
  expect(steps).toEqual(['1-1', 'done']);
});

test('many items are applied in order, 250 in a task, and then done', () => {
  const { intake, timers, steps } = openIntake();
  intake.take(numbers(1, 600));
  expect(steps).toEqual([]);
  timers.pass(0);
  expect(steps).toEqual(['1-250', '251-500', '501-600', 'done']);
});

test('items that arrive all the time are applied ten times a second', () => {
  const { intake, timers, steps } = openIntake();
  for (let item = 1; item <= 30; item += 1) {
    intake.take([item]);
    timers.pass(10);
  }
  timers.pass(100);
  expect(steps).toEqual(['1-1', 'done', '2-10', 'done', '11-20', 'done', '21-30', 'done']);
  timers.pass(100);
  intake.take([31]);
  expect(steps.slice(-2)).toEqual(['31-31', 'done']);
});

test('a hidden tab, whose timers run late, applies all items at once', () => {
  const { intake, timers, steps } = openIntake();
  intake.take(numbers(1, 600));
  timers.sleep(60_000);
  timers.pass(0);
  expect(steps).toEqual(['1-600', 'done']);
});

test('an empty list of items is done at once', () => {
  const { intake, steps } = openIntake();
  intake.take([]);
  expect(steps).toEqual(['done']);
});

test('a stopped intake applies no further items', () => {
  const { intake, timers, steps } = openIntake();
  intake.take(numbers(1, 600));
  intake.stop();
  timers.pass(1000);
  expect(steps).toEqual([]);
});
