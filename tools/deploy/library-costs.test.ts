import { expect, test } from 'vitest';

import { costRows, readsOfOne } from './library-costs.ts';
import { readProjectFile } from './project-files.ts';

test('deploy/README.md has the costs of large libraries that the script computes', async () => {
  const readme = await readProjectFile('deploy/README.md');
  const [, section = ''] = /### Costs of large libraries\n(?<section>[^]*?)\n### /.exec(readme) ?? [];
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    );
  // The first two rows are the header and its rule.
  expect(rows.slice(2)).toEqual(costRows());
  for (const reads of readsOfOne()) expect(section).toContain(`${reads.toLocaleString('en')} `);
});
