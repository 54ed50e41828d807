import { expect, test } from 'vitest';

import { imageExtension, imageTypeOfBytes, imageTypeOfName } from './image-types.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/gif', 'GIF89a\x01\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['image/avif', '\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B'],
  ['image/avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
])('the type %s is detected by its bytes', (type, text) => {
  expect(imageTypeOfBytes(bytes(text))).toBe(type);
});

test.each([
  ['an empty file', ''],
  ['an executable', 'MZ\x90\0\x03\0\0\0'],
  ['a script', '#!/bin/sh\n'],
  ['an HTML page', '<!doctype html><svg'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a truncated image', '\x89PN'],
  ['a sound file', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a video', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ['a video with AVIF in the place of its version', '\0\0\0\x10ftypisom\0\0\0\0avif'],
  ['a HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['a file that ends in its first box', '\0\0\0\x20ftyp'],
])('no image type is detected for %s', (_what, text) => {
  expect(imageTypeOfBytes(bytes(text))).toBeNull();
});

test('a view of a larger buffer is read at its offset', () => {
  const file = bytes('before\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf').subarray(6);
  expect(imageTypeOfBytes(file)).toBe('image/avif');
});

test('a file keeps its extension if it fits the type', () => {
  expect(imageExtension('image/jpeg', 'Holiday.JPEG')).toBe('jpeg');
  expect(imageExtension('image/jpeg', 'Holiday.jpg')).toBe('jpg');
  expect(imageExtension('image/webp', 'Holiday.jpg')).toBe('webp');
  expect(imageExtension('image/png', 'a.png.exe')).toBe('png');
  expect(imageExtension('image/png')).toBe('png');
});

test('the type is detected by the file name', () => {
  expect(imageTypeOfName('dev/uploads/links/a.JPG')).toBe('image/jpeg');
  expect(imageTypeOfName('a.avif')).toBe('image/avif');
  for (const name of ['a.svg', 'a', 'png', '', 'a.png/b', 'a.constructor']) {
    expect(imageTypeOfName(name)).toBeNull();
  }
});
