import { expect, test } from 'vitest';

import { unknownNames } from './doc-names.ts';

const KNOWN = {
  files: ['README.md', 'tests/api/users.test.ts', 'web/src/sync/store.ts', '.vscode/launch.json'],
  scripts: new Set(['start', 'test', 'check', 'test:unit', 'test:rules']),
};

test.each([
  ['a file that is not there', 'Held by `tests/api/gone.test.ts`.', ['tests/api/gone.test.ts']],
  ['a folder that is not there', 'In `web/src/gone/`.', ['web/src/gone/']],
  ['a bare name that no file has', 'See `gone.ts`.', ['gone.ts']],
  ['the end of a path that no file has', 'See `data/gone.ts`.', ['data/gone.ts']],
  ['a pattern that no file fits', 'All of `tests/api/*.spec.ts`.', ['tests/api/*.spec.ts']],
  ['a script that is not there', 'Run `npm run chekc`.', ['npm run chekc']],
  ['a script in a block', '    npm run chekc   checks', ['npm run chekc']],
  ['a stage that has no script', '`npm run test:unit` (`:rules`, `:gone`)', ['npm run test:gone']],
])('%s is found', (_what, markdown, unknown) => {
  expect(unknownNames(markdown, KNOWN)).toEqual(unknown);
});

test.each([
  'Held by `tests/api/users.test.ts`, `web/src/sync/`, `sync/store.ts` and `users.test.ts`.',
  'All of `tests/api/*.test.ts`, and `.vscode/launch.json`.',
  '`npm start`, `npm test`, `npm run check`, `npm run test:unit` (`:rules`)',
  'What a build or a run writes: `web/dist/index.html`, `.local/run.json`.',
  'No file: `/api/health/`, `@firebase/rules-unit-testing`, `links/`, `x.test.ts`, `dev/uploads/`, `a/b`.',
])('%s is fine', (markdown) => {
  expect(unknownNames(markdown, KNOWN)).toEqual([]);
});
