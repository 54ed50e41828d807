import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. Node's recursive `mkdir` never ends if the parent exists but takes no new
 * directory, as in /proc (Node 24).
 */
export async function createDirectory(directory: string): Promise<void> {
  if (await isDirectory(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) await createDirectory(parent);
  try {
    await mkdir(directory);
  } catch (error) {
    // Another process can have created it meanwhile.
    if (!(await isDirectory(directory))) throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
