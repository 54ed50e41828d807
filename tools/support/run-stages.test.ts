import { expect, test } from 'vitest';

import { type Print, runStages } from './run-stages.ts';
import type { Stage } from './stages.ts';
import { NOTHING } from './tally.ts';

const ONE = { ...NOTHING, passed: 1 };

/** Runs stages, some of which fail, throw or can't run. */
async function run(
  steps: readonly (readonly (readonly Stage[])[])[],
  { failing = [], throwing = [], unable = [] }: Partial<Record<string, readonly Stage[]>>,
) {
  const ran: Stage[] = [];
  let written = '';
  const result = await runStages(steps, {
    prepare: async (stages) =>
      new Map(unable.filter((name) => stages.includes(name)).map((name) => [name, 'The build failed.'])),
    run: async (name: Stage, print: Print | null) => {
      ran.push(name);
      if (throwing.includes(name)) throw new Error(`${name} is broken`);
      print?.(`output of ${name}\n`);
      return failing.includes(name) ? { passed: 2, failed: 3, skipped: 1 } : ONE;
    },
    write: (text) => (written += text),
  });
  return { ...result, ran, written };
}

test('a failed stage hides no other: the rest of its lane and all later steps run', async () => {
  const { ran, total, failed } = await run([[['check']], [['unit', 'rules'], ['packages']], [['e2e']]], {
    failing: ['check', 'unit'],
    throwing: ['packages'],
  });
  expect(ran.toSorted()).toEqual(['check', 'e2e', 'packages', 'rules', 'unit']);
  expect(total).toEqual({ passed: 2 + 2 + 1 + 1, failed: 3 + 3 + 1, skipped: 2 });
  expect(failed.toSorted()).toEqual(['check', 'packages', 'unit']);
});

test('a stage that can not run counts as one failure and says why, and the others run', async () => {
  const { ran, total, failed, written } = await run([[['api'], ['browsers', 'start']]], {
    unable: ['api', 'start'],
  });
  expect(ran).toEqual(['browsers']);
  expect(total).toEqual({ ...ONE, failed: 2 });
  expect(failed).toEqual(['api', 'start']);
  expect(written).toContain('Not run: The build failed.');
});

test('the output of stages side by side is not mixed', async () => {
  const { written } = await run([[['unit'], ['packages']]], {});
  expect(written).toMatch(/── unit ─+\noutput of unit\nunit: \d+ s\n\n── packages ─+\noutput of packages\n/);
});
