import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LENGTH = 32;

/** The key that credentials are made with: kept, so that those given out before a restart are still good after it. */
export async function keyIn(directory: string): Promise<Buffer> {
  const file = join(directory, 'credentials.key');
  const kept = await readFile(file).catch(() => null);
  if (kept?.length === LENGTH) return kept;
  const key = randomBytes(LENGTH);
  await mkdir(directory, { recursive: true });
  await writeFile(`${file}.pending`, key, { mode: 0o600 });
  await rename(`${file}.pending`, file);
  return key;
}
