import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { fromCognitoIdentity } from '@aws-sdk/credential-provider-cognito-identity';
import { XhrHttpHandler } from '@aws-sdk/xhr-http-handler';

import type { ImagePlace } from '#web/sync/mutations/actions/context.ts';
import type { ImageStore, ImageStoreParts, UploadOptions } from '#web/uploads/image-store.ts';

/** An object never changes, but it may be deleted: no cache between the bucket and a browser keeps it. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** The name of the pool's own tokens among the logins. */
const POOL_PROVIDER = 'cognito-identity.amazonaws.com';

/**
 * S3, with the temporary credentials that the identity pool gives for a grant of the API. They are for one key alone, so
 * none are kept. Brings the AWS SDK along.
 */
export function createS3Store({ endpoint, region, grant }: ImageStoreParts): ImageStore {
  const clientConfig = endpoint === null ? { region } : { region, endpoint };

  async function client(place: ImagePlace, { onProgress, signal }: UploadOptions): Promise<S3Client> {
    const { identity_id, token } = await grant(place, signal);
    return new S3Client({
      ...clientConfig,
      // The stand-in has one name for all buckets.
      forcePathStyle: endpoint !== null,
      credentials: fromCognitoIdentity({
        identityId: identity_id,
        logins: { [POOL_PROVIDER]: token },
        clientConfig,
      }),
      requestHandler: handlerTelling(onProgress),
    });
  }

  return {
    put: async (place, image, options) => {
      const s3 = await client(place, options);
      const command = new PutObjectCommand({
        Bucket: place.bucket,
        Key: place.key,
        // Not the blob itself, which the SDK would send in chunks that a browser cannot send.
        Body: new Uint8Array(await image.arrayBuffer()),
        ContentType: image.type,
        CacheControl: CACHE_CONTROL,
        IfNoneMatch: '*',
      });
      try {
        await s3.send(command, { abortSignal: options.signal });
      } catch (error) {
        // The key is nobody else's, so what is there is what an earlier attempt brought whose answer was lost.
        if (nameOf(error) !== 'PreconditionFailed') throw error;
      } finally {
        s3.destroy();
      }
    },
  };
}

/** fetch cannot tell how much it has sent. */
function handlerTelling(onProgress: UploadOptions['onProgress']): XhrHttpHandler {
  const handler = new XhrHttpHandler({});
  if (isEmitter(handler)) {
    handler.on(XhrHttpHandler.EVENTS.UPLOAD_PROGRESS, ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
  }
  return handler;
}

/** The handler's type has this from Node's own types, which are not at hand in every project that this file is read in. */
interface Emitter {
  on(event: string, listener: (progress: ProgressEvent) => void): unknown;
}

function isEmitter(handler: object): handler is Emitter {
  return 'on' in handler;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
