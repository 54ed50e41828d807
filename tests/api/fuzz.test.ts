import { isPath } from '@foldmark/contract/endpoints';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { layLibrary } from '#tests/api/library.ts';
import { SAMPLES } from '#tests/api/samples.ts';
import { register } from '#tests/api/support.ts';

const firestore = openFirestore();

/** Everything but what would end the account that asks. */
const calls = Object.entries(SAMPLES).flatMap(([path, sample]) =>
  isPath(path) && path !== '/users/delete/' ? [[path, sample] as const] : [],
);
const fields = [...new Set(Object.values(SAMPLES).flatMap((sample) => Object.keys(sample)))].filter(
  (field) => field !== 'url',
);
const value = fc.oneof(
  fc.integer({ min: -1, max: 6 }),
  fc.constantFrom(0, 1, 2, null, '', 'link', 'folder', 'mailto:a'),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Urls of the web would have the page details look for hosts that are not there. */
const url = value.map((any) => (typeof any === 'string' ? `mailto:${any}` : any));
/** JSON that is neither object nor list never reaches our code: the functions runtime refuses it. */
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.dictionary(fc.constantFrom(...fields), value), fc.option(url, { nil: undefined }))
      .map(([others, some]) => (some === undefined ? others : Object.assign(others, { url: some }))),
  },
  { weight: 1, arbitrary: fc.jsonValue().filter((any) => typeof any === 'object' && any !== null) },
);

test('no call ever ends in a 500, whatever is sent', async () => {
  const person = await register();
  await layLibrary(firestore, person.uid);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      body,
      fc.boolean(),
      async ([path, sample], input, complete) => {
        const { status } = await person.call(path, complete ? Object.assign({}, sample, input) : input);
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 200 },
  );
}, 120_000);
