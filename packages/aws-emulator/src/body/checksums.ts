import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { crc32c } from '#aws/body/crc32c.ts';
import { crc64nvme } from '#aws/body/crc64nvme.ts';

export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

const ALGORITHMS = {
  crc32: () => running<number>(0, (value, bytes) => crc32(bytes, value), uint32),
  crc32c: () => running<number>(0, (value, bytes) => crc32c(bytes, value), uint32),
  crc64nvme: () => running<bigint>(0n, (value, bytes) => crc64nvme(bytes, value), uint64),
  sha1: () => hashing(createHash('sha1')),
  sha256: () => hashing(createHash('sha256')),
  md5: () => hashing(createHash('md5')),
} as const satisfies Readonly<Record<string, () => RunningChecksum>>;

export type ChecksumName = keyof typeof ALGORITHMS;

/** The names in S3's headers, such as `x-amz-checksum-crc32`. */
export const CHECKSUM_NAMES = [
  'crc32',
  'crc32c',
  'crc64nvme',
  'sha1',
  'sha256',
] as const satisfies readonly ChecksumName[];

export function checksum(name: ChecksumName): RunningChecksum {
  return ALGORITHMS[name]();
}

function running<T>(
  start: T,
  next: (value: T, bytes: Uint8Array) => T,
  bytesOf: (value: T) => Buffer,
): RunningChecksum {
  let value = start;
  return {
    update: (bytes) => {
      value = next(value, bytes);
    },
    digest: () => bytesOf(value),
  };
}

function hashing(hash: Hash): RunningChecksum {
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => hash.digest(),
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
