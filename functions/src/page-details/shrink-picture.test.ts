import { deflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { rasterFormat } from '#functions/page-details/raster-image.ts';
import { pictureShrinker } from '#functions/page-details/shrink-picture.ts';
import { animated, jpegOf, onItsSide, pngOf } from '#functions/testing/picture-files.ts';

const WORKER = new URL('picture-worker.ts', import.meta.url);
// A busy machine takes longer than a real one may.
const shrink = pictureShrinker(WORKER, { timeoutMs: 100_000 });

async function sidesOf(picture: Uint8Array | null): Promise<unknown> {
  const format = picture === null ? null : rasterFormat(picture);
  expect(format?.type).toBe('image/webp');
  expect(picture?.byteLength).toBeLessThanOrEqual(40 * 1024);
  return format?.sides[0];
}

describe('a picture', () => {
  test.each([
    ['a JPEG', jpegOf(1200, 630, 3), { width: 640, height: 336 }],
    ['a JPEG on its side', onItsSide(jpegOf(1280, 720, 3)), { width: 203, height: 360 }],
    ['a PNG', pngOf(1280, 1440), { width: 320, height: 360 }],
    ['a small PNG, which is not enlarged', pngOf(180, 180), { width: 180, height: 180 }],
    ['noise, which compresses badly', pngOf(1300, 731, { noise: true }), { width: 640, height: 360 }],
  ])('from %s becomes a WebP of at most 640 by 360 pixels and 40 KB', async (_, file, sides) => {
    expect(await sidesOf(await shrink(file))).toEqual(sides);
  });

  test('from a WebP becomes a WebP, and an animated one is refused', async () => {
    const webp = await shrink(pngOf(200, 100));
    expect(await sidesOf(await shrink(webp ?? Buffer.alloc(0)))).toEqual({ width: 200, height: 100 });
    expect(await shrink(animated(webp ?? Buffer.alloc(0), 200, 100))).toBeNull();
  });

  test('contains nothing of a polyglot but its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const picture = await shrink(Buffer.concat([jpegOf(200, 100, 3), Buffer.from(script)]));
    expect(await sidesOf(picture)).toEqual({ width: 200, height: 100 });
    expect(Buffer.from(picture ?? []).toString('latin1')).not.toContain('script');
  });
});

/** Zeros that decompress to 50 MB. */
const BOMB = deflateSync(Buffer.alloc(50_000_000));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"/>';

describe('no picture', () => {
  test.each([
    ['an SVG', Buffer.from(SVG)],
    ['a GIF, which may be animated', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([200, 0, 200, 0])])],
    ['a page', Buffer.from('<!DOCTYPE html>')],
    ['nothing', Buffer.alloc(0)],
    ['a CMYK JPEG', jpegOf(200, 100, 4)],
    ['a truncated PNG', pngOf(200, 100, { noise: true }).subarray(0, 500)],
    ['a PNG without pixels', pngOf(200, 100, { rows: Buffer.alloc(0) })],
    ['the head of a JPEG', jpegOf(200, 100, 3).subarray(0, 100)],
    ['a JPEG of huge dimensions', jpegOf(200, 100, 3).fill(0xff, 76, 80)],
    ['a PNG of huge dimensions', pngOf(1, 1, { rows: BOMB }).fill(0xff, 16, 24)],
    ['a picture with too many pixels', pngOf(5000, 1001, { rows: BOMB })],
    ['a tracking pixel', pngOf(1, 1)],
    ['a thin line', pngOf(2000, 2)],
  ])('comes from %s', async (_, file) => {
    expect(await shrink(file)).toBeNull();
  });

  test('and only its first rows come from a PNG whose pixels decompress to more than it has', async () => {
    expect(await sidesOf(await shrink(pngOf(100, 100, { rows: BOMB })))).toEqual({ width: 100, height: 100 });
  });

  test('comes from a decoder that needs more memory than it may have', async () => {
    const small = pictureShrinker(WORKER, { memoryPages: 500, timeoutMs: 100_000 });
    expect(await small(pngOf(2500, 2000))).toBeNull();
    expect(await sidesOf(await small(pngOf(100, 100)))).toEqual({ width: 100, height: 100 });
  });

  test('comes from a worker that never ends or that fails, and the next picture follows', async () => {
    const workers = ['setInterval(() => {}, 1000)', 'throw new Error()', 'process.exit(1)'];
    for (const code of workers) {
      const broken = pictureShrinker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
        timeoutMs: 200,
      });
      expect(await Promise.all([broken(pngOf(100, 100)), broken(pngOf(100, 100))])).toEqual([null, null]);
    }
  });
});
