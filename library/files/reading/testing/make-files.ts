import { crc32, deflateRawSync } from 'node:zlib';

/** Makes a zip of deflated files. `changes` falsifies its headers. */
export function makeZip(
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
  changes: { readonly method?: number; readonly flags?: number; readonly unpackedSize?: number } = {},
): Uint8Array {
  const { method = 8, flags = 0x0800 } = changes;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const raw = Buffer.from(content);
    const packed = method === 0 ? raw : deflateRawSync(raw);
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(changes.unpackedSize ?? raw.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, nameBytes, packed]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]));
}

/** Packs a text as Firefox does, with matches, some of which overlap their copy. */
export function makeMozLz4(text: string, claimedSize = text.length): Uint8Array {
  const bytes = Buffer.from(text);
  const header = Buffer.from('mozLz40\0____', 'latin1');
  header.writeUInt32LE(claimedSize, 8);
  const parts: Buffer[] = [header];
  const seen = new Map<number, number>();
  let literalsFrom = 0;
  let at = 0;
  // The last five bytes of a block are literals.
  while (at < bytes.length - 12) {
    const key = bytes.readUInt32LE(at);
    const earlier = seen.get(key);
    seen.set(key, at);
    if (earlier === undefined || at - earlier > 0xffff) {
      at += 1;
      continue;
    }
    let length = 4;
    while (at + length < bytes.length - 5 && bytes[earlier + length] === bytes[at + length]) length += 1;
    parts.push(sequence(bytes.subarray(literalsFrom, at), at - earlier, length));
    at += length;
    literalsFrom = at;
  }
  parts.push(sequence(bytes.subarray(literalsFrom), 0, 4));
  return new Uint8Array(Buffer.concat(parts));
}

function sequence(literals: Buffer, distance: number, length: number): Buffer {
  const match = length - 4;
  const token = (Math.min(literals.length, 15) << 4) | Math.min(match, 15);
  const head = Buffer.concat([Buffer.from([token]), more(literals.length), literals]);
  if (distance === 0) return head;
  return Buffer.concat([head, Buffer.from([distance & 255, distance >> 8]), more(match)]);
}

function more(length: number): Buffer {
  if (length < 15) return Buffer.alloc(0);
  const rest = length - 15;
  return Buffer.from([...Array.from({ length: Math.floor(rest / 255) }, () => 255), rest % 255]);
}
