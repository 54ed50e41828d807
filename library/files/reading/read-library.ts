import type { LibraryFile, RefusedFile } from '#library/files/library-file.ts';

import { LibraryCollector } from './collect/collector.ts';
import { decodeText } from './bytes/decode-text.ts';
import { unpackMozLz4 } from './bytes/lz4.ts';
import { parseBinaryPlist } from './plist/plist-binary.ts';
import { type Origin, readText, readValue } from './read-text.ts';
import { readZip } from './zip/read-zip.ts';
import { Refusal } from './refusal.ts';
import { refuseBinary } from './refuse-binary.ts';
import { unknownPlist } from './refused-files.ts';

/** The limit for the file, and for everything that is unpacked from it. */
const BYTES_MAX = 200 * 1024 * 1024;
/** The starts of a zip: with files, and empty. */
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
const MOZ_LZ4 = 'mozLz40\0';
const BINARY_PLIST = 'bplist00';

/**
 * Reads a file with bookmarks (docs/decisions/038). A pure function that runs in a browser's worker and in Node. `now` is the
 * time of the import in milliseconds.
 */
export async function readLibrary(bytes: Uint8Array, now: number): Promise<LibraryFile | RefusedFile> {
  const collector = new LibraryCollector(now);
  try {
    const { kind, source } = await readBytes(bytes, collector);
    return collector.finish(kind, source);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason, hint: error.hint };
    throw error;
  }
}

async function readBytes(bytes: Uint8Array, collector: LibraryCollector): Promise<Origin> {
  if (bytes.length > BYTES_MAX) {
    throw new Refusal('too-large', 'The file is larger than 200 MB. Export the bookmarks in parts.');
  }
  if (ZIP.some((start) => startsWith(bytes, start))) return readZip(bytes, BYTES_MAX, collector);
  if (startsWith(bytes, BINARY_PLIST)) return readValue(parseBinaryPlist(bytes), unknownPlist, collector);
  if (startsWith(bytes, MOZ_LZ4)) return readText(decodeText(unpackMozLz4(bytes, BYTES_MAX)), collector);
  refuseBinary(bytes);
  return readText(decodeText(bytes), collector);
}

/** Whether the file starts with this ASCII text. */
function startsWith(bytes: Uint8Array, text: string): boolean {
  return Array.from(text).every((character, i) => bytes[i] === character.charCodeAt(0));
}
