import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { INSPECTOR_PORTS } from '#tools/suite/inspector.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';

test("the editor's launch configurations use the ports of --inspect", async () => {
  const { configurations }: { configurations: { request: string; port?: number }[] } = JSON.parse(
    await readFile(join(PROJECT_ROOT, '.vscode/launch.json'), 'utf8'),
  );
  const ports = configurations.filter(({ request }) => request === 'attach').map(({ port }) => port);

  expect(ports).toEqual(Object.values(INSPECTOR_PORTS));
});
