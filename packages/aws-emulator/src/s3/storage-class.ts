import { S3Error } from '#aws/errors/s3-error.ts';

export const STORAGE_CLASS = 'x-amz-storage-class';

/** Storage classes whose objects must be restored before they can be read. */
export const ARCHIVES: ReadonlySet<string> = new Set(['GLACIER', 'DEEP_ARCHIVE']);

/** The storage classes that PutObject allows in a general purpose bucket. */
const CLASSES: ReadonlySet<string> = new Set([
  ...ARCHIVES,
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
]);

/** The header with an object's storage class. S3 omits it for STANDARD. */
export function storageClassHeader(headers: Readonly<Record<string, string>>): Record<string, string> {
  const name = headers[STORAGE_CLASS] ?? 'STANDARD';
  if (!CLASSES.has(name))
    throw new S3Error('InvalidStorageClass', { fields: { StorageClassRequested: name } });
  return name === 'STANDARD' ? {} : { [STORAGE_CLASS]: name };
}
