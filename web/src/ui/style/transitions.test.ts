import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const TRANSITION = /[^-]transition:([^;]+);/g;

// React Aria counts the running transitions of each element. An element that leaves the page gets only one `transitionend`. A
// second transition would then keep the element, and the dialog around it, in memory forever.
test('each transition is of a single property that is not a shorthand', () => {
  const transitions = globSync('**/*.css', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(TRANSITION)].map(([, value = '']) => value.trim()),
  );
  expect(transitions.length).toBeGreaterThan(0);
  for (const transition of transitions) {
    expect(transition).toMatch(/^(?:background-color|opacity|rotate|scale|translate) [^,]+$/);
  }
});
