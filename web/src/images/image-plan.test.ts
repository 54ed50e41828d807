import { describe, expect, it } from 'vitest';

import { planImage, scaledSize } from './image-plan.ts';

const MIB = 1024 * 1024;

function file(begin: string, size = begin.length): Uint8Array {
  const bytes = new Uint8Array(Math.max(size, begin.length));
  bytes.set(Uint8Array.from(begin, (character) => character.charCodeAt(0)));
  return bytes;
}

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\0IHDR\0\0\0\0';
const JPEG = '\xff\xd8\xff\xe1';
const GIF = 'GIF89a';
const webp = (flags: string) => `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${flags}\0\0\0`;

describe('planImage', () => {
  it.each([
    ['a JPEG', JPEG, { source: 'image/jpeg', types: ['image/webp', 'image/jpeg'] }],
    ['a PNG', `${PNG}\0\0\0\0IDAT`, { source: 'image/png', types: ['image/webp', 'image/png'] }],
    ['a WebP', webp('\x10'), { source: 'image/webp', types: ['image/webp', 'image/png'] }],
    ['an icon', '\0\0\x01\0\x01\0', { source: 'image/x-icon', types: ['image/webp', 'image/png'] }],
    ['a bitmap', 'BM\0\0', { source: 'image/bmp', types: ['image/webp', 'image/png'] }],
    [
      'a HEIC photo',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      { source: 'image/heic', types: ['image/webp', 'image/jpeg'] },
    ],
  ])('redraws %s', (_name, begin, plan) => {
    expect(planImage(file(begin))).toEqual({ kind: 'redraw', ...plan });
  });

  it.each([
    ['a GIF', GIF, 'image/gif'],
    ['an animated WebP', webp('\x02'), 'image/webp'],
    ['an animated PNG', `${PNG}\0\0\0\x02acTLxx\0\0\0\0\0\0\0\0IDAT`, 'image/png'],
    ['an animated AVIF', '\0\0\0\x1cftypavis\0\0\0\0avisavif', 'image/avif'],
  ])('keeps %s unchanged, so that it stays animated', (_name, begin, type) => {
    expect(planImage(file(begin))).toEqual({ kind: 'keep', type });
  });

  it.each([
    ['an empty file', '', 'This file is empty.'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'SVG images can contain scripts'],
    ['an empty SVG', '<svg/>', 'SVG images can contain scripts'],
    ['an SVG after an XML declaration', '\xef\xbb\xbf<?xml version="1.0"?>\n<svg:svg>', 'SVG images can'],
    ['an HTML page', '<!doctype html>', "You can't upload this type of file."],
    ['a program', 'MZ\x90\0', "You can't upload this type of file."],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0isommp42', "You can't upload this type of file."],
  ])('rejects %s with a reason', (_name, begin, message) => {
    expect(planImage(file(begin))).toMatchObject({
      kind: 'reject',
      message: expect.stringContaining(message),
    });
  });

  it('accepts photos above the upload limit, because it redraws them, but no such animation', () => {
    expect(planImage(file(JPEG, 20 * MIB))).toMatchObject({ kind: 'redraw' });
    expect(planImage(file(GIF, 5 * MIB))).toMatchObject({ kind: 'keep' });
    expect(planImage(file(GIF, 5 * MIB + 1))).toMatchObject({
      message: 'This file is too large. The limit is 5 MB.',
    });
    expect(planImage(file(JPEG, 50 * MIB + 1))).toMatchObject({
      message: 'This file is too large. The limit is 50 MB.',
    });
  });

  it('terminates for a PNG with invalid chunk lengths', () => {
    expect(planImage(file('\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR'))).toMatchObject({ kind: 'redraw' });
    expect(planImage(file('\x89PNG\r\n\x1a\n'))).toMatchObject({ kind: 'redraw' });
  });
});

describe('scaledSize', () => {
  it.each([
    [4000, 3000, 1024, 768],
    [3000, 4000, 768, 1024],
    [1024, 1024, 1024, 1024],
    [16, 16, 16, 16],
    [30_000, 3, 1024, 1],
  ])('draws %i x %i as %i x %i', (width, height, toWidth, toHeight) => {
    expect(scaledSize(width, height)).toEqual({ width: toWidth, height: toHeight });
  });
});
