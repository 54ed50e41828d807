import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** A path with forward slashes. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** 1 January 1980, the first date that a zip can hold: the same files must give the same bytes. */
const DATE = 0x00_21;
const UTF8_NAMES = 0x08_00;
const DEFLATED = 8;
const VERSION = 20;

/** A zip file with the entries sorted by name. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const data = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const about = aboutEntry({ path, data, content });
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, path, data]);
    files.push(file);
    directory.push(directoryEntry(about, path, offset));
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...files, listed, endOf(entries.length, listed.length, offset)]);
}

interface Packed {
  readonly path: Buffer;
  readonly data: Buffer;
  readonly content: Uint8Array;
}

/** The fields that are the same beside the file and in the directory. */
function aboutEntry({ path, data, content }: Packed): Buffer {
  const about = Buffer.alloc(26);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(UTF8_NAMES, 2);
  about.writeUInt16LE(DEFLATED, 4);
  about.writeUInt16LE(DATE, 8);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(data.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(path.length, 22);
  return about;
}

function directoryEntry(about: Buffer, path: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION, 0);
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, about, rest, path]);
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
