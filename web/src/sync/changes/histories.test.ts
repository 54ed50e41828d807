import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Step } from '#web/sync/testing/world-steps.ts';
import { World } from '#web/sync/testing/world.ts';

/** `HISTORIES_RUNS` is the number of random histories. */
const RUNS = Number(process.env['HISTORIES_RUNS'] ?? 1000);
/** 1,000 runs take about 8 s. A busy machine needs more time. */
const TIMEOUT_MS = 180 * RUNS;

const tab = fc.nat({ max: 2 });
const thing = fc.nat({ max: 11 });
const things = fc.array(thing, { minLength: 1, maxLength: 4 });
const request = fc.nat({ max: 5 });
type StepOf<N, S = Step> = S extends { readonly do: infer D } ? (N extends D ? S : never) : never;
type Fields<N> = Omit<StepOf<N>, 'do'>;
/** Generates a step with the fields of its kind. */
const step = <N extends Step['do']>(
  name: N,
  fields: { readonly [F in keyof Fields<N>]: fc.Arbitrary<Fields<N>[F]> },
) => fc.record(fields).map((chosen) => ({ do: name, ...chosen }));

const restore = step('restore', { tab, things });
const otherEdits = [
  step('create link', { tab, isInFolder: fc.boolean() }),
  step('create folder', { tab, parent: thing }),
  step('rename link', { tab, thing }),
  step('write note', { tab, thing }),
  step('rename folder', { tab, thing }),
  step('set image', { tab, thing }),
  step('remove image', { tab, thing }),
  step('trash', { tab, things }),
  step('merge', { tab, things }),
  step('merge', { tab, things }),
  step('mark distinct', { tab, things }),
  step('mark possible', { tab, things }),
  step('star', { tab, thing }),
  step('unstar', { tab, thing }),
  step('add to folder', { tab, things }),
  step('remove from folder', { tab, things }),
  step('move folder', { tab, thing, parent: thing }),
];
const edits = [restore, ...otherEdits];
const undos = [step('undo', { tab }), step('undo', { tab }), step('redo', { tab })];
const network = [
  step('execute', { request }),
  step('execute', { request }),
  step('execute', { request }),
  step('answer', { request }),
  step('answer', { request }),
  step('answer', { request }),
  step('lose request', { request }),
  step('lose answer', { request }),
  step('delay request', { request }),
  step('deliver late', { request }),
  step('refuse token', { request }),
  step('fail', { request }),
  step('fail after commit', { request }),
  step('throttle', { request }),
  step('feed', { tab, collection: fc.nat({ max: 3 }) }),
  step('feed', { tab, collection: fc.nat({ max: 3 }) }),
  step('pass', { ms: fc.constantFrom(100, 3000, 12_000, 70_000) }),
  step('offline', { device: fc.nat({ max: 1 }) }),
  step('online', { device: fc.nat({ max: 1 }) }),
  step('online', { device: fc.nat({ max: 1 }) }),
  step('read title', { thing }),
];
const poisons = [step('poison', { text: fc.constantFrom('1', '3', 'name 1', 'link_id":5', 'favorite') })];
const kills = [step('reload', { tab }), step('close', { tab }), step('see', { tab }), step('hide', { tab })];
const elsewhere = [step('elsewhere', { thing, what: fc.nat({ max: 8 }) })];
const disturbances = [
  step('undo one', { tab, thing }),
  step('empty trash', { tab }),
  step('refuse', { request }),
  step('try again', { tab }),
];

const historyOf = (steps: readonly fc.Arbitrary<Step>[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.oneof(...steps), { maxLength: 60, size: 'max' });

async function played(world: World, steps: readonly Step[]): Promise<World> {
  await world.start();
  for (const one of steps) await world.take(one);
  return world;
}

function expectConvergence(world: World): void {
  for (const tabOfWorld of world.tabs) {
    expect(world.shown(tabOfWorld)).toEqual(world.stored());
    expect(tabOfWorld.page.changes.unsent.get()).toBe(0);
    expect(tabOfWorld.page.changes.asides.get()).toEqual([]);
  }
  const asked = world.asked();
  for (const [name, count] of world.server.creations) {
    expect(count, `creations of ${name}`).toBeLessThanOrEqual(asked.get(name) ?? 0);
  }
}

test(
  'after any history, all tabs end up showing the state of the server, and nothing is created twice',
  async () => {
    const steps = [
      ...edits,
      ...undos,
      ...network,
      ...kills,
      ...elsewhere,
      ...elsewhere,
      ...poisons,
      ...disturbances,
    ];
    await fc.assert(
      fc.asyncProperty(historyOf(steps), async (history) => {
        const world = await played(new World(), history);
        await world.rest();
        expectConvergence(world);
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

test(
  'without an undo or a refusal, every edit reaches the server',
  async () => {
    await fc.assert(
      fc.asyncProperty(historyOf([...edits, ...network, ...kills, ...poisons]), async (history) => {
        const world = await played(new World(), history);
        await world.rest();
        expectConvergence(world);
        expect(world.given.filter((text) => !world.server.reached.has(text))).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS * 0.3) },
    );
  },
  TIMEOUT_MS,
);

test(
  'undoing everything returns the start, except for what was edited elsewhere',
  async () => {
    await fc.assert(
      fc.asyncProperty(historyOf([...edits, ...undos, ...network]), async (history) => {
        const world = new World(true);
        await world.start();
        const before = world.lines();
        for (const one of history) await world.take(one);
        world.undoAll();
        await world.rest();
        expectConvergence(world);
        expect(world.unedited(world.lines())).toEqual(world.unedited(before));
      }),
      { numRuns: Math.ceil(RUNS * 0.3) },
    );
  },
  TIMEOUT_MS,
);

test(
  'in tabs that edit nothing in common, nothing is left alone as changed elsewhere',
  async () => {
    await fc.assert(
      // The histories have no restores, because a link whose restore is set aside can't be merged.
      fc.asyncProperty(
        historyOf([...otherEdits, ...network, ...poisons, step('reload', { tab })]),
        async (history) => {
          const world = new World(true);
          await world.start();
          for (const one of history) {
            // Deliver the feed before time passes. A feed that is seconds late is rare, and lets a page edit items that it no
            // longer shows.
            if (one.do === 'pass') world.deliver();
            await world.take(one);
          }
          await world.settle();
          const titles = world.tabs.flatMap(({ page }) => page.failures.get().map(({ title }) => title));
          expect(titles.filter((title) => /elsewhere|left alone/.test(title))).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  },
  TIMEOUT_MS,
);
