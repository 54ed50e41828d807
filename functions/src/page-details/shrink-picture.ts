import { Worker } from 'node:worker_threads';

import { rasterFormat, type Side } from '#functions/page-details/raster-image.ts';

/** A stored picture: at most this large, as WebP, in the first of these qualities that fits. */
export const PICTURE = {
  width: 640,
  height: 360,
  maxBytes: 40 * 1024,
  qualities: [75, 60, 45, 30, 15],
} as const;

const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
type PictureType = (typeof TYPES)[number];

/** A smaller image is an icon or a tracking pixel. */
const SMALLEST_SIDE = 64;
const LARGEST_SIDE = 10_000;
/** Decoded, five million pixels take 20 MB, and a progressive JPEG 30 MB more. */
const MOST_PIXELS = 5_000_000;
const TIMEOUT_MS = 8000;
/** More pictures are not decoded, because their jobs would hold up the titles of other links. */
const MOST_WAITING = 3;
/** In pages of 64 KiB: 128 MiB. A small file can ask a decoder for gigabytes. */
const MEMORY_PAGES = 2048;
const HEAP_MB = 64;

export interface WorkerInput {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
  readonly memoryPages: number;
}

interface Limits {
  readonly timeoutMs?: number;
  readonly memoryPages?: number;
}

/** Returns a small WebP, or null if the bytes are no usable picture. Never throws. */
export type ShrinkPicture = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/**
 * Shrinks pictures in a worker each, one at a time, because a decoded picture takes much memory. A worker that takes too long or
 * fails is ended. If several pictures wait already, returns null.
 */
export function pictureShrinker(
  worker: URL,
  { timeoutMs = TIMEOUT_MS, memoryPages = MEMORY_PAGES }: Limits = {},
): ShrinkPicture {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (bytes) => {
    const type = typeOf(bytes);
    if (type === null || waiting > MOST_WAITING) return null;
    waiting += 1;
    const shrunk = last
      .then(async () => runWorker(worker, { bytes, type, memoryPages }, timeoutMs))
      // A process without room for a thread can't start a worker.
      .catch(() => null)
      .finally(() => {
        waiting -= 1;
      });
    last = shrunk;
    return shrunk;
  };
}

/** The type of a picture that may be decoded. Decides by the header, so that a bomb is never decoded. */
function typeOf(bytes: Uint8Array): PictureType | null {
  const format = rasterFormat(bytes);
  const type = TYPES.find((one) => one === format?.type);
  return type !== undefined && format?.sides.every(isFit) === true ? type : null;
}

function isFit({ width, height }: Side): boolean {
  return (
    Math.min(width, height) >= SMALLEST_SIDE &&
    Math.max(width, height) <= LARGEST_SIDE &&
    width * height <= MOST_PIXELS
  );
}

async function runWorker(file: URL, workerData: WorkerInput, timeoutMs: number): Promise<Uint8Array | null> {
  const worker = new Worker(file, {
    workerData,
    // The worker needs no setting of the process.
    env: {},
    // A decoder reports a broken file on its standard error.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), timeoutMs);
      worker.once('message', (picture: unknown) => resolve(picture instanceof Uint8Array ? picture : null));
      worker.once('error', () => resolve(null));
      worker.once('exit', () => resolve(null));
      worker.once('exit', () => clearTimeout(timer));
    });
  } finally {
    await worker.terminate();
  }
}
