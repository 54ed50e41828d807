/** Writes Apple's binary property list, with each object only once. Numbers must be whole. */
export function makeBinaryPlist(value: unknown): Uint8Array {
  const objects: Objects = { list: [], known: new Map() };
  const top = add(value, objects);
  const offsets: number[] = [];
  let at = 'bplist00'.length;
  for (const object of objects.list) {
    offsets.push(at);
    at += object.length;
  }
  const table = Buffer.alloc(4 * offsets.length);
  for (const [index, offset] of offsets.entries()) table.writeUInt32BE(offset, 4 * index);
  const trailer = Buffer.alloc(32);
  trailer.writeUInt8(4, 6);
  trailer.writeUInt8(2, 7);
  trailer.writeUInt32BE(objects.list.length, 12);
  trailer.writeUInt32BE(top, 20);
  trailer.writeUInt32BE(at, 28);
  return new Uint8Array(Buffer.concat([Buffer.from('bplist00'), ...objects.list, table, trailer]));
}

interface Objects {
  readonly list: Buffer[];
  readonly known: Map<unknown, number>;
}

/** Adds an object, and returns its number. */
function add(value: unknown, objects: Objects): number {
  const known = objects.known.get(value);
  if (known !== undefined) return known;
  const place = objects.list.push(Buffer.alloc(0)) - 1;
  objects.known.set(value, place);
  objects.list[place] = encoded(value, objects);
  return place;
}

function encoded(value: unknown, objects: Objects): Buffer {
  if (Array.isArray(value))
    return list(
      0xa0,
      value.length,
      value.map((one) => add(one, objects)),
    );
  if (value instanceof Date) {
    const date = Buffer.alloc(9, 0x33);
    date.writeDoubleBE((value.getTime() - Date.UTC(2001, 0, 1)) / 1000, 1);
    return date;
  }
  if (typeof value === 'number') return Buffer.from([0x10, value]);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return Buffer.from([value ? 9 : 8]);
  if (typeof value !== 'object' || value === null) return Buffer.from([0]);
  const entries = Object.entries(value);
  const keys = entries.map(([key]) => add(key, objects));
  return list(0xd0, entries.length, [...keys, ...entries.map(([, one]) => add(one, objects))]);
}

function text(value: string): Buffer {
  const isAscii = /^[ -~]*$/.test(value);
  const bytes = isAscii ? Buffer.from(value) : Buffer.from(value, 'utf16le').swap16();
  return Buffer.concat([marker(isAscii ? 0x50 : 0x60, value.length), bytes]);
}

function list(kind: number, length: number, refs: readonly number[]): Buffer {
  return Buffer.concat([marker(kind, length), Buffer.from(refs.flatMap((ref) => [ref >> 8, ref & 0xff]))]);
}

function marker(kind: number, length: number): Buffer {
  return length < 15
    ? Buffer.from([kind | length])
    : Buffer.from([kind | 15, 0x11, length >> 8, length & 0xff]);
}
