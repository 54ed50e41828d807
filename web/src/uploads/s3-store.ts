import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { fromCognitoIdentity } from '@aws-sdk/credential-provider-cognito-identity';
import { XhrHttpHandler } from '@aws-sdk/xhr-http-handler';

import type { ImagePlace } from '#web/sync/changes/actions.ts';
import type { ImageStore, ImageStoreDeps, UploadOptions } from '#web/uploads/image-store.ts';

/** Browsers may cache an object, because it never changes. Shared caches may not, because it can be deleted. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** The provider name of the identity pool's own tokens. */
const POOL_PROVIDER = 'cognito-identity.amazonaws.com';

/**
 * Uploads to S3 with temporary credentials of the identity pool. The API grants them for one key, so they are not cached. Imports
 * the AWS SDK.
 */
export function createS3Store({ endpoint, region, grant }: ImageStoreDeps): ImageStore {
  const clientConfig = endpoint === null ? { region } : { region, endpoint };

  async function client(place: ImagePlace, { onProgress, signal }: UploadOptions): Promise<S3Client> {
    const { identity_id, token } = await grant(place, signal);
    return new S3Client({
      ...clientConfig,
      // The emulator has one host name for all buckets.
      forcePathStyle: endpoint !== null,
      credentials: fromCognitoIdentity({
        identityId: identity_id,
        logins: { [POOL_PROVIDER]: token },
        clientConfig,
      }),
      requestHandler: handlerWithProgress(onProgress),
    });
  }

  return {
    put: async (place, image, options) => {
      const s3 = await client(place, options);
      const command = new PutObjectCommand({
        Bucket: place.bucket,
        Key: place.key,
        // Sends bytes instead of the blob, which the SDK would stream in chunks. Browsers do not support that.
        Body: new Uint8Array(await image.arrayBuffer()),
        ContentType: image.type,
        CacheControl: CACHE_CONTROL,
        IfNoneMatch: '*',
      });
      try {
        const { $metadata } = await s3.send(command, { abortSignal: options.signal });
        // If a request ends without an answer, the handler returns status 0 instead of throwing.
        if ($metadata.httpStatusCode !== 200) throw new Error('The upload got no answer.');
      } catch (error) {
        // The key is unique, so an existing object is this image: an earlier attempt succeeded, but its answer was lost.
        if (nameOf(error) !== 'PreconditionFailed') throw error;
      } finally {
        s3.destroy();
      }
    },
  };
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function handlerWithProgress(onProgress: UploadOptions['onProgress']): XhrHttpHandler {
  const handler = new XhrHttpHandler({});
  if (isEmitter(handler)) {
    handler.on(XhrHttpHandler.EVENTS.UPLOAD_PROGRESS, ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
  }
  return handler;
}

/** The handler's type inherits this from Node's types, which are missing in some of the projects that include this file. */
interface Emitter {
  on(event: string, listener: (progress: ProgressEvent) => void): unknown;
}

function isEmitter(handler: object): handler is Emitter {
  return 'on' in handler;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
