import { differenceOf } from './compare.ts';
import { expectBack } from './expect-back.ts';
import { type ExportFormat, MIME_TYPES } from './export-format.ts';
import { type FileFacts, factsOf } from './file-facts.ts';
import { prepare } from './prepare.ts';
import type { Snapshot } from './snapshot.ts';
import { writeCsv } from './write-csv.ts';
import { writeHtml } from './write-html.ts';
import { writeJson } from './write-json.ts';
import { readLibrary } from '#library/files/reading/read-library.ts';

export interface ExportedFile extends FileFacts {
  readonly file: Blob;
  /** The difference between the file and its expected content. Null if the file was read back completely. */
  readonly difference: string | null;
  /** The number of links whose urls the format can't hold. */
  readonly leftOut: number;
}

const WRITERS = { html: writeHtml, json: writeJson, csv: writeCsv };

/** Writes a file, reads it back, and compares it with its expected content. */
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
