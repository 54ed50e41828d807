import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

/** An API with a schema that can't be compiled to a validator. */
const BROKEN = {
  openapi: '3.0.0',
  info: { title: 'Broken', version: '1' },
  paths: {
    '/': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'string', pattern: '(' } } },
        },
        responses: { default: { description: 'Any' } },
      },
    },
  },
};

test('the validators of the Auth emulator are compiled when they are first used', async () => {
  const require = createRequire(import.meta.url);
  const exegesis = createRequire(require.resolve('firebase-tools/package.json'))('exegesis');
  const compile = async () => exegesis.compileApi(BROKEN, { controllers: {} });
  await expect(compile()).rejects.toThrow('Invalid regular expression');
  await import('./lazy-validation.ts');
  await expect(compile()).resolves.toBeTypeOf('function');
});
