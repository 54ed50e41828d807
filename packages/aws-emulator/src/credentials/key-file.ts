import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LENGTH = 32;

/** Loads the key that signs credentials, or creates it. It is stored, so that credentials survive a restart. */
export async function loadKey(directory: string): Promise<Buffer> {
  const file = join(directory, 'credentials.key');
  const stored = await readFile(file).catch(() => null);
  if (stored?.length === LENGTH) return stored;
  const key = randomBytes(LENGTH);
  await mkdir(directory, { recursive: true });
  await writeFile(`${file}.pending`, key, { mode: 0o600 });
  await rename(`${file}.pending`, file);
  return key;
}
