import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';

import { limitMemory } from '#functions/page-details/limit-memory.ts';
import { fitInto, type Pixels } from '#functions/page-details/picture-pixels.ts';
import { PICTURE, type WorkerInput } from '#functions/page-details/shrink-picture.ts';

/**
 * Shrinks one picture, then ends. A file from the web can exploit a decoder. It then controls only the memory of this worker's
 * WebAssembly, which no other picture uses.
 */

const require = createRequire(import.meta.url);

/** The codecs would load their files by `fetch`, which reads no file in Node. */
async function binary(path: string, memoryPages: number): Promise<{ readonly wasmBinary: ArrayBuffer }> {
  const { buffer } = new Uint8Array(limitMemory(await readFile(require.resolve(path)), memoryPages));
  return { wasmBinary: buffer };
}

async function decoded({ bytes, type, memoryPages }: WorkerInput): Promise<Pixels> {
  // A copy, because the buffer may be larger than the file.
  const { buffer } = new Uint8Array(bytes);
  switch (type) {
    case 'image/jpeg':
      await initJpeg(await binary('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', memoryPages));
      // Cameras store how to turn a picture beside its pixels, and the WebP has only pixels.
      return decodeJpeg(buffer, { preserveOrientation: true });
    case 'image/png':
      await initPng((await binary('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', memoryPages)).wasmBinary);
      return decodePng(buffer);
    case 'image/webp':
      await initWebp(await binary('@jsquash/webp/codec/dec/webp_dec.wasm', memoryPages));
      return decodeWebp(buffer);
  }
}

/** The picture in the best quality that fits, or null. */
async function encoded(pixels: Pixels, memoryPages: number): Promise<Uint8Array | null> {
  await initEncoder(await binary('@jsquash/webp/codec/enc/webp_enc_simd.wasm', memoryPages));
  for (const quality of PICTURE.qualities) {
    const bytes = new Uint8Array(await encodeWebp(pixels, { quality }));
    if (bytes.byteLength <= PICTURE.maxBytes) return bytes;
  }
  return null;
}

async function shrunk(input: WorkerInput): Promise<Uint8Array | null> {
  const pixels = fitInto(await decoded(input), PICTURE.width, PICTURE.height);
  return encoded(pixels, input.memoryPages);
}

// The rehearsal of a deployment loads each file of the bundle, outside of a worker.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker has no origin
if (parentPort !== null) parentPort.postMessage(await shrunk(workerData));
