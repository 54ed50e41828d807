import { expect, test } from 'vitest';

import type { Library } from '#web/sync/library/library.ts';
import type { LinkScope } from '#web/sync/library/link-views.ts';

import { compileQuery } from './compile-query.ts';
import { SAMPLE_QUERIES } from './testing/samples.ts';
import { sampleLibrary } from './testing/sample-library.ts';

const ALL = { kind: 'all' } as const;
const samples = sampleLibrary();

function find(text: string, library: Library = samples, within: LinkScope = ALL): readonly number[] {
  return library.links(ALL, 'url', compileQuery(text, { library, within })).get();
}

test.each(SAMPLE_QUERIES)('%s finds %j', (query, ids) => {
  expect(find(query)).toEqual(ids);
});
