import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

const TOUR = readFileSync(join(PROJECT_ROOT, 'docs/tour.md'), 'utf8');
/** `file.ts:function`, or `file.ts:Class.method`. */
const STEP = /`(?<file>[\w./-]+\.(?:js|rules|ts|tsx|ya?ml)):(?<name>[\w.]+)`/g;
const STEPS = [...TOUR.matchAll(STEP)].map(
  ({ groups }) => [groups?.['file'] ?? '', groups?.['name'] ?? ''] as const,
);
/** At about 60 lines a page. */
const TWO_PAGES = 120;

test('the tour has its three walks, on two pages', () => {
  expect(TOUR.match(/^## .+$/gm)).toEqual([
    '## An edit, from the key to the second tab',
    '## A page title',
    '## An image',
  ]);
  expect(STEPS.length).toBeGreaterThan(25);
  expect(TOUR.split('\n').length).toBeLessThanOrEqual(TWO_PAGES);
});

test.each(STEPS)('%s has %s', (file, name) => {
  const path = join(PROJECT_ROOT, file);
  expect(existsSync(path)).toBe(true);
  const text = readFileSync(path, 'utf8');
  for (const part of name.split('.')) expect(text).toMatch(declarationOf(part));
});

test('every step names a function', () => {
  const steps = TOUR.match(/^\d+\. .+$/gm) ?? [];
  for (const step of steps) expect(step).toMatch(new RegExp(STEP.source));
});

/** Matches the declaration of a function, class, constant, method or property with this name. */
function declarationOf(name: string): RegExp {
  return new RegExp(
    `(?:\\b(?:function|class|const)\\s+${name}\\b)|(?:^\\s*(?:async |readonly |export )*#?${name}\\s*(?:<|\\(|:|=))|(?:^\\s*${name},?$)`,
    'm',
  );
}
