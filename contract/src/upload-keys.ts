import type { ObjectKind } from '@foldmark/library/entities/collections';
import { imageTypeOfName } from '@foldmark/library/entities/image-types';

const FILE = /^\d{4}-\d{2}-\d{2}--\d{2}-\d{2}-\d{2}--[A-Za-z0-9-]{8,64}\.[A-Za-z0-9]{1,8}$/;

export interface UploadName {
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  readonly kind: ObjectKind;
  readonly at: Date;
  /** A random and unique id, such as a UUID. */
  readonly id: string;
  /** The extension of the original file, without the dot. */
  readonly extension: string;
}

export function uploadKey({ prefix, kind, at, id, extension }: UploadName): string {
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(padded).join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(padded).join('-');
  return `${uploadFolder(prefix, kind)}${date}--${time}--${id}.${extension}`;
}

/** True if an upload of this kind in this environment can have the key. */
export function isUploadKey(key: string, prefix: string, kind: ObjectKind): boolean {
  const folder = uploadFolder(prefix, kind);
  return key.startsWith(folder) && FILE.test(key.slice(folder.length)) && imageTypeOfName(key) !== null;
}

function uploadFolder(prefix: string, kind: ObjectKind): string {
  return `${prefix}${kind}s/`;
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}
