import { differenceOf } from '#web/export/compare.ts';
import { expectBack } from '#web/export/expect-back.ts';
import { type ExportFormat, MIME_TYPES } from '#web/export/export-format.ts';
import { type FileFacts, factsOf } from '#web/export/file-facts.ts';
import { prepare } from '#web/export/prepare.ts';
import type { Snapshot } from '#web/export/snapshot.ts';
import { writeCsv } from '#web/export/write-csv.ts';
import { writeHtml } from '#web/export/write-html.ts';
import { writeJson } from '#web/export/write-json.ts';
import { readLibrary } from '#web/import/reading/read-library.ts';

export interface ExportedFile extends FileFacts {
  readonly file: Blob;
  /** How the file differs from the library, or null if it was read back completely. */
  readonly difference: string | null;
  /** Links whose urls the format can't hold. */
  readonly leftOut: number;
}

const WRITERS = { html: writeHtml, json: writeJson, csv: writeCsv };

/** Writes a file, reads it back, and compares it with what should be in it. */
export async function makeExport(
  snapshot: Snapshot,
  format: ExportFormat,
  now: number,
): Promise<ExportedFile> {
  const { library, leftOut, equalFolders } = prepare(snapshot, format);
  const bytes = new TextEncoder().encode(WRITERS[format](library));
  const expected = expectBack(library, format);
  return {
    ...factsOf(library, format, { equalFolders, now }),
    file: new Blob([bytes], { type: MIME_TYPES[format] }),
    difference: differenceOf({ expected, format, now }, await readLibrary(bytes, now)),
    leftOut,
  };
}
