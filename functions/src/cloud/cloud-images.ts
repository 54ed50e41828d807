import { AWS_REGION } from '@foldmark/contract/limits';

import { googleIdentityToken, localIdentityToken } from '#functions/cloud/identity-token.ts';
import type { ImageStore } from '#functions/services/images.ts';
import { awsClient } from '#functions/uploads/aws-client.ts';
import { roleCredentials } from '#functions/uploads/role-credentials.ts';
import { s3Images } from '#functions/uploads/s3-images.ts';
import { grantUpload } from '#functions/uploads/upload-grants.ts';

const TIMEOUT_MS = 5000;

interface Settings {
  readonly bucket: string;
  readonly prefix: string;
  readonly identityPoolId: string;
  readonly role: string;
  readonly audience: string;
  /** Of the emulators of AWS; undefined for AWS itself. */
  readonly endpoint: string | undefined;
  /** Whom the functions run as on a person's machine, where Google signs nothing. */
  readonly localAccount: string | undefined;
  readonly now: () => Date;
}

/**
 * The bucket of uploads and its identity pool, as the functions' own role may use them. Null where no bucket or no role
 * is set, and on a machine without the emulators of AWS: the real one has nothing for it.
 */
export function cloudImages(settings: Settings): ImageStore | null {
  const { bucket, prefix, identityPoolId, role, audience, endpoint, localAccount, now } = settings;
  if (bucket === '' || role === '') return null;
  if (localAccount !== undefined && endpoint === undefined) return null;
  const aws = awsClient({
    region: AWS_REGION,
    credentials: roleCredentials({
      role,
      sts: endpoint ?? `https://sts.${AWS_REGION}.amazonaws.com/`,
      identityToken: async () =>
        localAccount === undefined
          ? googleIdentityToken(audience, TIMEOUT_MS)
          : localIdentityToken(audience, localAccount, now()),
      now,
      timeoutMs: TIMEOUT_MS,
    }),
    timeoutMs: TIMEOUT_MS,
  });
  const origin =
    endpoint === undefined ? `https://${bucket}.s3.${AWS_REGION}.amazonaws.com` : `${endpoint}/${bucket}`;
  const cognito = endpoint ?? `https://cognito-identity.${AWS_REGION}.amazonaws.com/`;
  return {
    ...s3Images({ origin, prefix, aws }),
    grant: async (uid, key) => grantUpload({ cognito, identityPoolId, prefix, aws }, uid, key),
  };
}
