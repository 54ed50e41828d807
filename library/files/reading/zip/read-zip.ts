import type { LibraryCollector } from '#library/files/reading/collect/collector.ts';
import { decodeText } from '#library/files/reading/bytes/decode-text.ts';
import { ARCHIVE_FORMATS } from '#library/files/reading/formats.ts';
import type { Origin } from '#library/files/reading/read-text.ts';
import { readText } from '#library/files/reading/read-text.ts';
import { Refusal } from '#library/files/reading/refusal.ts';
import { unknownArchive } from '#library/files/reading/refused-files.ts';
import type { ZipMember } from './zip.ts';
import { listZip, unpackMember } from './zip.ts';

/** Files that macOS adds. `._Bookmarks.html`, for example, contains attributes of the file. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;
const BROWSER_EXPORT = /^bookmarks[^/]*\.html?$/i;
const SECRETS = /^(?:passwords?|paymentcards)(?![a-z]).*\.(?:csv|json)$/i;
const READABLE = /\.(?:html?|json|csv|opml|xml|txt|md|markdown)$|^bookmarks$/i;
const PAGE = /\.html?$/i;
/** The number of files that are tried if the archive has no known format. */
const TRIED_MAX_COUNT = 50;

/**
 * Reads the bookmarks in a zip. Safari exports passwords and cards with them. So if there is a browser's export or a file with
 * secrets, nothing else is unpacked. Member names are only compared, and never used as a path.
 */
export async function readZip(
  bytes: Uint8Array,
  maxBytes: number,
  collector: LibraryCollector,
): Promise<Origin> {
  const members = new Map<string, ZipMember>();
  for (const member of listZip(bytes)) {
    if (!OF_MACOS.test(member.name) && !members.has(member.name)) members.set(member.name, member);
  }
  const unpacker = new Unpacker(bytes, members, maxBytes);
  const names = [...members.keys()];
  const exports = names.filter((name) => BROWSER_EXPORT.test(fileName(name)));
  const hasSecrets = names.some((name) => SECRETS.test(fileName(name)));
  const origin = hasSecrets
    ? await readEach(exports, unpacker, collector)
    : await readByKind(names, exports, unpacker, collector);
  if (origin === null) throw unknownArchive(names);
  return origin;
}

async function readByKind(
  names: readonly string[],
  exports: readonly string[],
  unpacker: Unpacker,
  collector: LibraryCollector,
): Promise<Origin | null> {
  for (const format of ARCHIVE_FORMATS) {
    const picked = format.pick(names);
    if (picked.length === 0) continue;
    const texts = [];
    for (const name of picked) texts.push({ name, text: await unpacker.textOf(name) });
    return { kind: format.kind, source: format.read(texts, collector) };
  }
  if (exports.length > 0) return readEach(exports, unpacker, collector);
  const readable = names.filter((name) => READABLE.test(fileName(name))).slice(0, TRIED_MAX_COUNT);
  // In other languages, Safari's Passwords.csv has another name. The file stays packed if there is a page with bookmarks.
  const pages = readable.filter((name) => PAGE.test(name));
  const others = readable.filter((name) => !PAGE.test(name));
  return (await readEach(pages, unpacker, collector)) ?? readEach(others, unpacker, collector);
}

/** Reads all members of a known format. Returns null if the archive has none. Other members can be pages or settings. */
async function readEach(
  picked: readonly string[],
  unpacker: Unpacker,
  collector: LibraryCollector,
): Promise<Origin | null> {
  let origin: Origin | null = null;
  for (const name of picked) {
    const text = await unpacker.textOf(name);
    try {
      const found = readText(text, collector);
      origin ??= found;
    } catch (error) {
      const isUnknown =
        error instanceof Refusal && error.reason !== 'too-large' && error.reason !== 'passwords';
      if (!isUnknown) throw error;
    }
  }
  return origin;
}

/** Unpacks members of one archive, up to a limit for all of them together. */
class Unpacker {
  readonly #bytes: Uint8Array;
  readonly #members: ReadonlyMap<string, ZipMember>;
  #bytesLeft: number;

  constructor(bytes: Uint8Array, members: ReadonlyMap<string, ZipMember>, maxBytes: number) {
    this.#bytes = bytes;
    this.#members = members;
    this.#bytesLeft = maxBytes;
  }

  async textOf(name: string): Promise<string> {
    const member = this.#members.get(name);
    if (member === undefined) return '';
    const unpacked = await unpackMember(this.#bytes, member, this.#bytesLeft);
    this.#bytesLeft -= unpacked.length;
    return decodeText(unpacked);
  }
}

function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? '';
}
