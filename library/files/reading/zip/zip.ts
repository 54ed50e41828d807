import { Refusal } from '#library/files/reading/refusal.ts';

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const COMMENT_MAX_LENGTH = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
/** The number of members after which the list of an archive is not read any further. */
const MEMBERS_MAX_COUNT = 20_000;

/** A file in a zip. The sizes in its header are not trusted. */
export interface ZipMember {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly start: number;
  readonly size: number;
}

/** Lists the files of a zip. Nothing is unpacked. */
export function listZip(bytes: Uint8Array): readonly ZipMember[] {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const members: ZipMember[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY_LENGTH <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength));
    // A folder's name ends with a slash.
    if (!name.endsWith('/')) {
      members.push({
        name,
        isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
        method: view.getUint16(at + 10, true),
        start: view.getUint32(at + 42, true),
        size: view.getUint32(at + 20, true),
      });
    }
    if (members.length >= MEMBERS_MAX_COUNT) break;
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

/** Unpacks one file. Counts the bytes while unpacking, because the size in the header can be wrong. */
export async function unpackMember(
  bytes: Uint8Array,
  member: ZipMember,
  maxBytes: number,
): Promise<Uint8Array> {
  const view = viewOf(bytes);
  const { start, size, method } = member;
  if (member.isEncrypted)
    throw new Refusal('broken', 'The zip is encrypted. Unpack it and choose the file in it.');
  if (start + LOCAL_LENGTH > bytes.length || view.getUint32(start, true) !== LOCAL_SIGNATURE)
    throw brokenZip();
  const from = start + LOCAL_LENGTH + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = bytes.subarray(from, from + size);
  if (packed.length < size) throw brokenZip();
  if (method === STORED) {
    if (size > maxBytes) throw tooLarge();
    return packed;
  }
  if (method !== DEFLATED) throw brokenZip();
  return inflate(packed, maxBytes);
}

async function inflate(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof Refusal ? error : brokenZip();
  }
  const unpacked = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    unpacked.set(chunk, at);
    at += chunk.length;
  }
  return unpacked;
}

/** Finds the record at the end, which has the position of the list of members. A comment may follow the record. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - COMMENT_MAX_LENGTH);
  for (let at = view.byteLength - END_LENGTH; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw brokenZip();
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function brokenZip(): Refusal {
  return new Refusal(
    'broken',
    'The zip is damaged or incomplete. Export it again, or unpack it and choose the file in it.',
  );
}

function tooLarge(): Refusal {
  return new Refusal(
    'too-large',
    'The zip is too large when unpacked. Unpack it and choose the file with the bookmarks.',
  );
}
