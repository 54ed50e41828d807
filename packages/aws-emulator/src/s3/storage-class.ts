import { S3Error } from '#aws/errors/s3-error.ts';

export const STORAGE_CLASS = 'x-amz-storage-class';

/** Where an object has to be restored before it can be read. */
export const ARCHIVES: ReadonlySet<string> = new Set(['GLACIER', 'DEEP_ARCHIVE']);

/** What a PutObject to a bucket of the general kind may name. */
const CLASSES: ReadonlySet<string> = new Set([
  ...ARCHIVES,
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
]);

/** The header that tells the class of an object: S3 leaves it out of the usual one. */
export function storageClassHeader(headers: Readonly<Record<string, string>>): Record<string, string> {
  const name = headers[STORAGE_CLASS] ?? 'STANDARD';
  if (!CLASSES.has(name))
    throw new S3Error('InvalidStorageClass', { fields: { StorageClassRequested: name } });
  return name === 'STANDARD' ? {} : { [STORAGE_CLASS]: name };
}
