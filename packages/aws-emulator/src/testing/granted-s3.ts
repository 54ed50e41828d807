import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
  GetOpenIdTokenForDeveloperIdentityCommand,
} from '@aws-sdk/client-cognito-identity';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

import {
  BUCKET,
  FUNCTIONS_ROLE,
  googleToken,
  png,
  POOL,
  POOL_PROVIDER,
  PROVIDER,
  textOf,
} from '#aws/testing/test-server.ts';

const REGION = 'us-east-1';
const UNSIGNED = { accessKeyId: 'unsigned', secretAccessKey: 'unsigned' };

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface Grant {
  readonly identity_id: string;
  readonly token: string;
}

function cognito(endpoint: string, credentials: Credentials = UNSIGNED): CognitoIdentityClient {
  return new CognitoIdentityClient({ region: REGION, endpoint, credentials, maxAttempts: 1 });
}

/** Grants an upload of a key, as the functions do. */
export async function grantUpload(endpoint: string, user: string, upload: string): Promise<Grant> {
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: FUNCTIONS_ROLE,
      RoleSessionName: 'foldmark',
      WebIdentityToken: googleToken(Date.now()),
    }),
  });
  const xml = await response.text();
  const client = cognito(endpoint, {
    accessKeyId: textOf(xml, 'AccessKeyId'),
    secretAccessKey: textOf(xml, 'SecretAccessKey'),
    sessionToken: textOf(xml, 'SessionToken'),
  });
  const command = new GetOpenIdTokenForDeveloperIdentityCommand({
    IdentityPoolId: POOL,
    Logins: { [PROVIDER]: user },
    PrincipalTags: { upload },
  });
  const { IdentityId = '', Token = '' } = await client.send(command);
  return { identity_id: IdentityId, token: Token };
}

/** An S3 client with the credentials of a grant. */
export async function grantedS3(endpoint: string, { identity_id, token }: Grant): Promise<S3Client> {
  const Logins = { [POOL_PROVIDER]: token };
  const command = new GetCredentialsForIdentityCommand({ IdentityId: identity_id, Logins });
  const { Credentials } = await cognito(endpoint).send(command);
  return new S3Client({
    region: REGION,
    endpoint,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
    },
  });
}

export async function putImage(s3: S3Client, Key: string): Promise<void> {
  const image = { Bucket: BUCKET, Key, Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
  await s3.send(new PutObjectCommand(image));
}

/** Calls GetId with a token of another provider. */
export async function loginAtPool(endpoint: string, provider: string, token: string): Promise<void> {
  await cognito(endpoint).send(new GetIdCommand({ IdentityPoolId: POOL, Logins: { [provider]: token } }));
}
