import type { UploadGranted } from '@foldmark/contract/answers';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { uploadKey } from '@foldmark/contract/upload-keys';

import type { ImagePlace } from '#web/sync/mutations/actions/context.ts';
import type { Store } from '#web/uploads/s3-store.ts';

/** Where images go. */
export interface UploadPlace {
  /** Of the local stand-in for S3 and Cognito; null for the real ones. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
}

export interface UploadOptions {
  /** Told how much has left this browser, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** The store of images, as far as a person may use it. The SDK that talks to it loads when it is first needed. */
export interface Uploads {
  /** Loads the SDK ahead of an upload. */
  readonly prepare: () => void;
  /** A place where nothing is yet. */
  readonly newPlace: (kind: ObjectKind, extension: string) => ImagePlace;
  /** Does nothing where the image has arrived there already. Rejects with whatever is wrong. */
  readonly put: (place: ImagePlace, image: Blob, options: UploadOptions) => Promise<void>;
}

export interface UploadsParts extends UploadPlace {
  /** Asks the API for leave to put one image there. */
  readonly grant: (place: ImagePlace, signal: AbortSignal) => Promise<UploadGranted>;
}

export function createUploads(parts: UploadsParts): Uploads {
  const { bucket, prefix } = parts;
  let loading: Promise<Store> | null = null;

  async function load(): Promise<Store> {
    const { createS3Store } = await import('#web/uploads/s3-store.ts');
    return createS3Store(parts);
  }

  async function store(): Promise<Store> {
    loading ??= load().catch((error: unknown) => {
      // The network may be back the next time.
      loading = null;
      throw error;
    });
    return loading;
  }

  return {
    prepare: () => {
      store().catch(() => undefined);
    },
    newPlace: (kind, extension) => ({
      bucket,
      key: uploadKey({ prefix, kind, at: new Date(), id: crypto.randomUUID(), extension }),
    }),
    put: async (place, image, options) => (await store()).put(place, image, options),
  };
}
