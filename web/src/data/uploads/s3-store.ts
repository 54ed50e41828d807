import { PutObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { fromCognitoIdentityPool } from '@aws-sdk/credential-provider-cognito-identity';
import { XhrHttpHandler } from '@aws-sdk/xhr-http-handler';

import type { ImagePlace } from '#web/data/mutations/actions/context.ts';
import { SYSTEM_TIMERS } from '#web/data/timers.ts';
import { temporary } from '#web/data/uploads/temporary.ts';
import type { UploadOptions, UploadsParts } from '#web/data/uploads/uploads.ts';

/** An object never changes: another image has another key. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** What Cognito and S3 call credentials that are over, though our clock says that they are not. */
const OVER = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidToken',
  'NotAuthorizedException',
  'TokenRefreshRequired',
]);

export interface Store {
  readonly put: (place: ImagePlace, image: Blob, options: UploadOptions) => Promise<void>;
}

/** S3, with the credentials that the identity pool gives to whoever is signed in. Brings the AWS SDK along. */
export function createS3Store({ endpoint, region, identityPoolId, projectId, token }: UploadsParts): Store {
  const credentials = temporary(async ({ fresh }) => {
    const ask = fromCognitoIdentityPool({
      identityPoolId,
      clientConfig: endpoint === null ? { region } : { region, endpoint },
      logins: {
        [`securetoken.google.com/${projectId}`]: async () => (await token({ fresh })) ?? '',
      },
    });
    return ask();
  }, SYSTEM_TIMERS);

  const config: S3ClientConfig = {
    region,
    credentials: credentials.get,
    // The stand-in has one name for all buckets.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  };

  async function put({ bucket, key }: ImagePlace, image: Blob, options: UploadOptions): Promise<void> {
    const client = new S3Client({ ...config, requestHandler: handlerTelling(options.onProgress) });
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      // Not the blob itself, which the SDK would send in chunks that a browser cannot send.
      Body: new Uint8Array(await image.arrayBuffer()),
      ContentType: image.type,
      CacheControl: CACHE_CONTROL,
      IfNoneMatch: '*',
    });
    try {
      await client.send(command, { abortSignal: options.signal });
    } catch (error) {
      // The key is nobody else's, so what is there is what an earlier attempt brought whose answer was lost.
      if (nameOf(error) !== 'PreconditionFailed') throw error;
    } finally {
      client.destroy();
    }
  }

  return {
    put: async (place, image, options) => {
      try {
        await put(place, image, options);
      } catch (error) {
        if (!OVER.has(nameOf(error)) || options.signal.aborted) throw error;
        credentials.refused();
        await put(place, image, options);
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
