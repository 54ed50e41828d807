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
  /** The URL of the AWS emulator; undefined for AWS itself. */
  readonly endpoint: string | undefined;
  /** The service account that local tokens name, because Google signs no tokens in the local suite. Undefined in the cloud. */
  readonly localAccount: string | undefined;
  readonly now: () => Date;
}

/**
 * The image store over S3 and Cognito, used with the functions' own role. Null if no bucket or no role is set. Also null in a
 * local suite without the AWS emulator, because AWS would reject its unsigned tokens.
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
