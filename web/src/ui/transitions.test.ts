import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const TRANSITION = /[^-]transition:([^;]+);/g;

// React Aria counts the properties that are in transition on each element, and hears of one end alone where the element
// leaves the page: with a second one it would hold the element, and the dialog around it, for as long as the page lives.
test('a transition is of one property, and of one that is no shorthand', () => {
  const transitions = globSync('**/*.css', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(TRANSITION)].map(([, value = '']) => value.trim()),
  );
  expect(transitions.length).toBeGreaterThan(0);
  for (const transition of transitions) {
    expect(transition).toMatch(/^(?:background-color|opacity|rotate|scale|translate) [^,]+$/);
  }
});
