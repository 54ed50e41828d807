import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
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

test('a file is reloaded when a directory on its path is a link and gets another target', async () => {
  // A volume of Kubernetes has this form.
  const volume = join(directory, 'volume');
  for (const version of ['1', '2', '3']) {
    await mkdir(join(volume, version), { recursive: true });
    await writeFile(join(volume, version, 'firestore.rules'), version);
  }
  const [data, file] = [join(volume, '..data'), join(volume, 'firestore.rules')];
  await symlink('1', data);
  await symlink('..data/firestore.rules', file);
  let reloads = Promise.withResolvers<string>();
  const watch = watchFile(file, async () => reloads.resolve(await readFile(file, 'utf8')), silentLog);
  for (const version of ['2', '3']) {
    reloads = Promise.withResolvers();
    await symlink(version, `${data}_tmp`);
    await rename(`${data}_tmp`, data);
    await expect(reloads.promise).resolves.toBe(version);
  }
  // The file behind the new target is watched too.
  reloads = Promise.withResolvers();
  await writeFile(join(volume, '3', 'firestore.rules'), 'edited');
  await expect(reloads.promise).resolves.toBe('edited');
  watch.close();
});
