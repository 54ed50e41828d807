import { type UploadGranted, uploadGrantedSchema } from '@foldmark/contract/answers';
import * as z from 'zod/mini';

import type { AwsClient } from '#functions/uploads/aws-client.ts';
import { hashedUid } from '#functions/uploads/hashed-uid.ts';

export interface GrantOptions {
  /** The URL of Cognito Identity. */
  readonly cognito: string;
  readonly identityPoolId: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  readonly aws: AwsClient;
}

/** The names of the pool's developer provider and of the tag that the uploader's policy reads: see deploy/aws-uploads.yaml. */
const PROVIDER = 'foldmark';
const TAG = 'upload';
/** The browser exchanges the token for credentials immediately. */
const TOKEN_SECONDS = 300;

const answerSchema = z.object({ IdentityId: z.string(), Token: z.string() });

/** Gets a token for a user from the identity pool. Its credentials can write an object at one key only. */
export async function grantUpload(
  { cognito, identityPoolId, prefix, aws }: GrantOptions,
  uid: string,
  key: string,
): Promise<UploadGranted> {
  const response = await aws({
    service: 'cognito-identity',
    method: 'POST',
    url: new URL(cognito),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityService.GetOpenIdTokenForDeveloperIdentity',
    },
    body: Buffer.from(
      JSON.stringify({
        IdentityPoolId: identityPoolId,
        Logins: { [PROVIDER]: hashedUid(uid) },
        PrincipalTags: { [TAG]: key.slice(prefix.length) },
        TokenDuration: TOKEN_SECONDS,
      }),
    ),
    expected: [200],
  });
  const { IdentityId, Token } = z.parse(answerSchema, await response.json());
  return z.parse(uploadGrantedSchema, { identity_id: IdentityId, token: Token });
}
