import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { watchFile } from '#firestore/command/watch-file.ts';
import { silentLog } from '#firestore/log/log.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'watch-file-'));
});

afterAll(async () => rm(directory, { recursive: true }));

test('a linked file is reloaded when its target changes', async () => {
  const [target, link] = [join(directory, 'firestore.rules'), join(directory, 'app/firestore.rules')];
  await writeFile(target, 'old');
  await mkdir(join(directory, 'app'));
  await symlink(target, link);
  const { promise: reloaded, resolve } = Promise.withResolvers<void>();
  const watch = watchFile(link, async () => Promise.resolve(resolve()), silentLog);
  await writeFile(target, 'new');
  await expect(reloaded).resolves.toBeUndefined();
  watch.close();
});
