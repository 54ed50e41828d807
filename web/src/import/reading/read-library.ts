import type { LibraryFile, RefusedFile } from '#web/import/library-file.ts';

import { LibraryCollector } from './collector.ts';
import { JSON_FORMATS, TEXT_FORMATS } from './formats.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads a file with bookmarks (docs/decisions/038). It is a pure function that runs in a worker of the browser and in Node.
 * `now` is the time of the import in milliseconds.
 */
export function readLibrary(bytes: Uint8Array, now: number): LibraryFile | RefusedFile {
  try {
    return readText(new TextDecoder().decode(bytes), now);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason, hint: error.hint };
    throw error;
  }
}

function readText(text: string, now: number): LibraryFile {
  const collector = new LibraryCollector(now);
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') {
    const value: unknown = JSON.parse(text);
    const format = JSON_FORMATS.find((one) => one.matches(value));
    if (format !== undefined) return collector.finish(format.kind, format.read(value, collector));
  }
  const format = TEXT_FORMATS.find((one) => one.matches(text));
  if (format !== undefined) return collector.finish(format.kind, format.read(text, collector));
  throw new Refusal('not-recognised', 'This is no file with bookmarks that Foldmark knows.');
}
