import type { UploadGranted } from '@foldmark/contract/answers';

import type { ImagePlace } from '#web/sync/changes/actions.ts';

/** The bucket of uploaded images. */
export interface UploadPlace {
  /** The url of the local emulator of S3 and Cognito. Null for the real services. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
}

export interface UploadOptions {
  /** Called with the fraction that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

export interface ImageStoreDeps extends UploadPlace {
  /** Asks the API for permission to upload one image. */
  readonly grant: (place: ImagePlace, signal: AbortSignal) => Promise<UploadGranted>;
}

/** A bucket of images. */
export interface ImageStore {
  readonly put: (place: ImagePlace, image: Blob, options: UploadOptions) => Promise<void>;
}
