import type { ObjectKind } from '@foldmark/library/entities/collections';
import { uploadKey } from '@foldmark/contract/upload-keys';

import type { ImagePlace } from '#web/sync/changes/actions.ts';
import type { ImageStore, ImageStoreDeps, UploadOptions } from '#web/uploads/image-store.ts';

/** Uploads images. Loads the AWS SDK at the first use. */
export interface Uploads {
  readonly bucket: string;
  /** Loads the SDK ahead of an upload. */
  readonly prepare: () => void;
  /** A new, unused place in the bucket. */
  readonly newPlace: (kind: ObjectKind, extension: string) => ImagePlace;
  /** Succeeds without an upload if the image is stored already. */
  readonly put: (place: ImagePlace, image: Blob, options: UploadOptions) => Promise<void>;
}

export function createUploads(deps: ImageStoreDeps): Uploads {
  const { bucket, prefix } = deps;
  let loading: Promise<ImageStore> | null = null;

  async function load(): Promise<ImageStore> {
    const { createS3Store } = await import('#web/uploads/s3-store.ts');
    return createS3Store(deps);
  }

  async function store(): Promise<ImageStore> {
    loading ??= load().catch((error: unknown) => {
      // Allows a retry at the next use, because the network may be back by then.
      loading = null;
      throw error;
    });
    return loading;
  }

  return {
    bucket,
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
