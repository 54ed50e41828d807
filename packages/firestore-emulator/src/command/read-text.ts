import { readFile } from 'node:fs/promises';

/** Reads a file that the user named. The error names it too, unlike Node's own error for a directory. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} can't be read: ${reason}`, { cause: error });
  }
}
