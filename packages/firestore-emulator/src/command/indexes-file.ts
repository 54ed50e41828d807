import { readText } from '#firestore/command/read-text.ts';
import { parseIndexDefinitions } from '#firestore/query/indexes/index-definitions.ts';

/** Reads a firestore.indexes.json. If it is invalid, the error names the file and the place. */
export async function readIndexes(file: string): Promise<string> {
  const source = await readText(file);
  try {
    parseIndexDefinitions(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
  return source;
}
