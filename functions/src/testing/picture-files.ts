import { crc32, deflateSync } from 'node:zlib';

/** Image files for tests, built by hand, so that each can break one rule. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of one colour, or with noise, which compresses badly. `rows` replaces the compressed pixels. */
export function pngOf(
  width: number,
  height: number,
  { noise = false, rows }: { readonly noise?: boolean; readonly rows?: Uint8Array } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = (): Buffer => {
    const raw = Buffer.alloc((width * 3 + 1) * height, 0x55);
    let state = 1;
    for (let at = 0; at < raw.length; at += 1) {
      if (at % (width * 3 + 1) === 0) raw[at] = 0;
      else if (noise) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        raw[at] = state >> 16;
      }
    }
    return raw;
  };
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows ?? deflateSync(pixels())),
    chunk('IEND', new Uint8Array()),
  ]);
}

const u16 = (value: number): number[] => [value >> 8, value & 0xff];

/** A grey JPEG. Four components are CMYK. Each block is two bits: no difference to the one before, and its end. */
export function jpegOf(width: number, height: number, components: 3 | 4): Buffer {
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * components;
  const oneCode = [1, ...Array<number>(15).fill(0), 0];
  const bytes = [
    [0xff, 0xd8],
    [0xff, 0xdb, ...u16(67), 0, ...Array<number>(64).fill(1)],
    [0xff, 0xc0, ...u16(8 + 3 * components), 8, ...u16(height), ...u16(width), components],
    ids.flatMap((id) => [id, 0x11, 0]),
    [0xff, 0xc4, ...u16(20), 0x00, ...oneCode],
    [0xff, 0xc4, ...u16(20), 0x10, ...oneCode],
    [0xff, 0xda, ...u16(6 + 2 * components), components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0],
    Array<number>(Math.ceil(blocks / 4)).fill(0),
    [0xff, 0xd9],
  ];
  return Buffer.from(bytes.flat());
}

/** The JPEG of a camera that was held on its side: its metadata say to turn the pixels by a quarter. */
export function onItsSide(jpeg: Buffer): Buffer {
  const rotation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tags = [...Buffer.from('MM\0*', 'latin1'), 0, 0, 0, 8, 0, 1, ...rotation, 0, 0, 0, 0];
  const exif = [...Buffer.from('Exif\0\0', 'latin1'), ...tags];
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, ...u16(exif.length + 2), ...exif]),
    jpeg.subarray(2),
  ]);
}

const u24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16];
const riff = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.byteLength);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data]);
};

/** An animated WebP whose only frame is the given still one. */
export function animated(webp: Uint8Array, width: number, height: number): Buffer {
  const still = Buffer.from(webp).subarray(12);
  const size = [...u24(width - 1), ...u24(height - 1)];
  const frame = Buffer.concat([Buffer.from([...u24(0), ...u24(0), ...size, ...u24(100), 0]), still]);
  const chunks = [
    riff('VP8X', Buffer.from([2, 0, 0, 0, ...size])),
    riff('ANIM', Buffer.alloc(6)),
    riff('ANMF', frame),
  ];
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]));
}
