import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ACCUMULATORS } from '#firestore/pipeline/aggregates.ts';
import { FUNCTIONS, SPECIAL } from '#firestore/pipeline/parse-expression.ts';
import { TRANSFORMS } from '#firestore/pipeline/transforms.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/pipelines.md'), 'utf8');

function quoted(text: string): string[] {
  return [...text.matchAll(/`(?<name>[a-z_0-9]+)`/gu)].map(({ groups }) => groups?.['name'] ?? '').sort();
}

test('the page lists every stage and function', () => {
  const [, stages = ''] = /^Stages: (?<stages>[^]*?)\n\n/mu.exec(page) ?? [];
  expect(quoted(stages).filter((name) => name !== 'define')).toEqual(
    [...TRANSFORMS.keys(), 'find_nearest', 'union'].sort(),
  );
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const aggregates = rows.filter((row) => row.startsWith('| aggregates'));
  expect(quoted(aggregates.join('\n'))).toEqual(Object.keys(ACCUMULATORS).sort());
  const functions = rows.filter((row) => !row.startsWith('| aggregates'));
  expect(quoted(functions.join('\n'))).toEqual([...FUNCTIONS.keys(), ...SPECIAL.keys()].sort());
});
