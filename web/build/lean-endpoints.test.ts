import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import { expect, test } from 'vitest';

import { withoutTexts } from './lean-endpoints.ts';

const TABLE = readFileSync(join(import.meta.dirname, '../../contract/src/endpoint-table.ts'), 'utf8');

test('the build keeps each row of the table of endpoints, without its texts', () => {
  const lean = withoutTexts(TABLE);
  expect(lean.match(/^ {4}input: /gm)).toHaveLength(Object.keys(ENDPOINTS).length);
  expect(lean.match(/^ {4}answer: /gm)).toHaveLength(Object.keys(ENDPOINTS).length);
  expect(lean).not.toContain('Returns');
  expect(lean).not.toMatch(/^ {4}(?:summary|scope|failures)/m);
});

test('a row in an unknown form fails the build', () => {
  expect(() => withoutTexts("{\n  '/a/': {\n    summary: TEXT,\n  },\n}")).toThrow('form');
});
