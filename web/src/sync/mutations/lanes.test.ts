import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Lanes } from '#web/sync/mutations/lanes.ts';

function started() {
  const names: string[] = [];
  const ends = new Map<string, () => void>();
  const lanes = new Lanes(2);
  const add = (name: string, ...of: string[]): void => {
    lanes.add(of, async () => {
      names.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await tick();
  };
  return { lanes, names, add, end };
}

test('tasks run in parallel up to the limit, and in order within a lane', async () => {
  const { names, add, end } = started();
  add('a', 'one');
  add('b', 'one', 'two');
  add('c', 'two');
  add('d', 'three');
  add('e', 'four');
  expect(names).toEqual(['a', 'd']);
  await end('a');
  expect(names).toEqual(['a', 'd', 'b']);
  await end('d');
  expect(names).toEqual(['a', 'd', 'b', 'e']);
  await end('b');
  expect(names).toEqual(['a', 'd', 'b', 'e', 'c']);
});

test('a task that yields its slot keeps its lanes, other tasks run meanwhile, and every task runs', async () => {
  const { lanes, names, add, end } = started();
  const waits = Promise.withResolvers<void>();
  for (const name of ['a', 'b', 'c']) {
    lanes.add([name], async (yieldSlot) => {
      await yieldSlot(waits.promise);
      names.push(name);
    });
  }
  for (const lane of ['a', 'd', 'e', 'f']) add(`after ${lane}`, lane);
  expect(names).toEqual(['after d', 'after e']);
  waits.resolve();
  await tick();
  expect(names).toEqual(['after d', 'after e', 'a', 'b', 'c']);
  await end('after d');
  await end('after e');
  expect(names.slice(5)).toEqual(['after a', 'after f']);
});
