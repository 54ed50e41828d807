/** Creates image files for tests. */
import { crc32, deflateSync } from 'node:zlib';

export interface ImageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A valid PNG of one color. */
export function pngFile(name: string, width: number, height: number, rgb = [90, 80, 220]): ImageFile {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const header = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]);
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(rgb))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** A GIF of a given size, filled with comments. The app uploads GIFs unchanged. */
export function gifFile(name: string, kilobytes: number): ImageFile {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 0xfe]), Buffer.alloc(254, 'x'), Buffer.from([0])]);
  const pixel = Buffer.from('R0lGODlhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  const begin = pixel.indexOf(0x2c);
  const comments = Array.from({ length: kilobytes * 4 }, () => comment);
  const buffer = Buffer.concat([pixel.subarray(0, begin), ...comments, pixel.subarray(begin)]);
  return { name, mimeType: 'image/gif', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
