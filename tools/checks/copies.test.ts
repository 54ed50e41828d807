import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

/** The packages import neither our workspaces nor each other, so they have copies of these files (docs/decisions/034). */
test.each([
  [
    'packages/firestore-emulator/src/wire/callers/local-callers.ts',
    'packages/aws-emulator/src/http/local-callers.ts',
  ],
  [
    'packages/firestore-emulator/src/command/run-command.ts',
    'packages/aws-emulator/src/command/run-command.ts',
  ],
  ['deploy/aws-uploads.yaml', 'packages/aws-emulator/template.yaml'],
])('%s and %s are the same', async (original, copy) => {
  expect(await textOf(copy)).toBe(await textOf(original));
});

async function textOf(file: string): Promise<string> {
  return readFile(join(PROJECT_ROOT, file), 'utf8');
}
