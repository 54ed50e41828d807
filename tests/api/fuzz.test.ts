import { isPath } from '@foldmark/contract/endpoints';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { openFirestore } from '#tests/api/firestore.ts';
import { seedLibrary } from '#tests/api/seed-library.ts';
import { SAMPLES } from '#tests/api/samples.ts';
import { register } from '#tests/api/support.ts';

const firestore = openFirestore();

/** All signed-in calls except the account deletion. */
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
/** No web urls, because the page details job would look up their hosts. */
const url = value.map((any) => (typeof any === 'string' ? `mailto:${any}` : any));
/** Objects and lists only, because the functions runtime rejects other JSON before our code. */
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.dictionary(fc.constantFrom(...fields), value), fc.option(url, { nil: undefined }))
      .map(([others, some]) => (some === undefined ? others : Object.assign(others, { url: some }))),
  },
  { weight: 1, arbitrary: fc.jsonValue().filter((any) => typeof any === 'object' && any !== null) },
);

test('no input makes a call answer 500', async () => {
  const person = await register();
  await seedLibrary(firestore, person.uid);
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
});
