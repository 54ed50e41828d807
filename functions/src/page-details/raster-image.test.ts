import { describe, expect, test } from 'vitest';

import { rasterImage } from '#functions/page-details/raster-image.ts';

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const reversed = (bytes: readonly number[]) => bytes.toReversed();

const png = (side: number) =>
  bytesOf('\u0089PNG\r\n\u001a\n', reversed(u32(13)), 'IHDR', reversed(u32(side)), reversed(u32(side)));
const gif = (side: number) => bytesOf('GIF89a', u16(side), u16(side));
const bmp = (side: number) => bytesOf('BM', Array(12).fill(0), u32(40), u32(side), u32(-side));
const jpeg = (side: number) =>
  bytesOf(
    '\u00ff\u00d8\u00ff\u00e0',
    [0, 6],
    'JFIF',
    [0xff, 0xc2, 0, 17, 8],
    reversed(u16(side)),
    reversed(u16(side)),
  );
const webp = (side: number) =>
  bytesOf('RIFF', u32(0), 'WEBPVP8 ', u32(0), Array(6).fill(0), u16(side), u16(side));
const lossless = (side: number) =>
  bytesOf('RIFF', u32(0), 'WEBPVP8L', u32(0), [0x2f], u32(((side - 1) << 14) | (side - 1)));
const extended = (side: number) =>
  bytesOf('RIFF', u32(0), 'WEBPVP8X', u32(0), u32(0), u32(side - 1).slice(0, 3), u32(side - 1).slice(0, 3));

/** An ICO file with one image. */
const ico = (image: Buffer) => bytesOf('\0\0\u0001\0', u16(1), Array(12).fill(0), u32(22), [...image]);
const entry = (offset: number) => [...Array(12).fill(0), ...u32(offset)];
/** An ICO file with two images. */
const icons = (first: number, second: number) =>
  bytesOf('\0\0\u0001\0', u16(2), entry(38), entry(50), [...dib(first)], [...dib(second)]);
const dib = (side: number) => bytesOf(u32(40), u32(side), u32(2 * side));

const FORMATS = [
  ['image/png', 'png', png],
  ['image/gif', 'gif', gif],
  ['image/bmp', 'bmp', bmp],
  ['image/jpeg', 'jpg', jpeg],
  ['image/webp', 'webp', webp],
  ['image/webp', 'webp', lossless],
  ['image/webp', 'webp', extended],
  ['image/x-icon', 'ico', (side: number) => ico(dib(side))],
  ['image/x-icon', 'ico', (side: number) => ico(png(side))],
] as const;

describe.each(FORMATS)('%s', (type, extension, image) => {
  test('is detected by its bytes if its sides fit an icon', () => {
    for (const side of [8, 32, 1024]) {
      const bytes = image(side);
      expect(rasterImage(bytes)).toEqual({ bytes, type, extension });
    }
    for (const side of [1, 7, 1025, 16_000]) expect(rasterImage(image(side))).toBeNull();
  });

  test('is rejected if truncated before its size', () => {
    const whole = image(32);
    for (let length = 0; length < whole.length - 1; length += 1) {
      expect(rasterImage(whole.subarray(0, length))).toBeNull();
    }
  });
});

test('an ICO file is rejected if one of its images is too large', () => {
  expect(rasterImage(icons(16, 32))).toMatchObject({ extension: 'ico' });
  expect(rasterImage(icons(16, 2000))).toBeNull();
  expect(rasterImage(icons(2000, 16))).toBeNull();
});

test.each([0xc4, 0xc8, 0xcc])('the size of a JPEG is not read from the segment %i', (marker) => {
  const segment = [0xff, marker, 0, 9, 0, 0, 0, 0, 0, 0, 0];
  const image = jpeg(32);
  const bytes = bytesOf([...image.subarray(0, 2)], segment, [...image.subarray(2)]);
  expect(rasterImage(bytes)).toMatchObject({ type: 'image/jpeg' });
});

test.each([
  '',
  'MZ\u0090\0',
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
  '<!doctype html><title>not found</title>',
  'RIFF\0\0\0\0WAVEfmt ',
  'RIFF\0\0\0\0WEBPVP9 ',
  '\0\0\u0001\0\0\0',
  '\0\0\u0001\0\u00ff\u00ff',
  '\u00ff\u00d8\u00ff\u00d9\0\0',
  '\u00ff\u00d8\u00ff\u00da\0\0\0',
  '%PDF-1.7',
])('no image is detected in %j', (text) => {
  expect(rasterImage(Buffer.from(text, 'latin1'))).toBeNull();
});
