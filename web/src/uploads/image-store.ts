import type { UploadGranted } from '@foldmark/contract/answers';

import type { ImagePlace } from '#web/sync/mutations/actions/context.ts';

/** Where images go. */
export interface UploadPlace {
  /** Of the local stand-in for S3 and Cognito; null for the real ones. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
}

export interface UploadOptions {
  /** Receives the part that this browser has sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

export interface ImageStoreParts extends UploadPlace {
  /** Asks the API for permission to put one image there. */
  readonly grant: (place: ImagePlace, signal: AbortSignal) => Promise<UploadGranted>;
}

/** A bucket of images. */
export interface ImageStore {
  readonly put: (place: ImagePlace, image: Blob, options: UploadOptions) => Promise<void>;
}
