import { type UploadGranted, uploadGrantedSchema } from '@foldmark/contract/answers';
import * as z from 'zod/mini';

import type { AwsClient } from '#functions/uploads/aws-client.ts';
import { personName } from '#functions/uploads/person-name.ts';

export interface GrantOptions {
  /** Where Cognito Identity answers. */
  readonly cognito: string;
  readonly identityPoolId: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  readonly aws: AwsClient;
}

/** The name of the pool's developer provider, and of the tag that the uploader's policy reads: see deploy/aws-uploads.yaml. */
const PROVIDER = 'foldmark';
const TAG = 'upload';
/** The browser changes the token into credentials at once. */
const TOKEN_SECONDS = 300;

const answerSchema = z.object({ IdentityId: z.string(), Token: z.string() });

/** Vouches for a person at the identity pool. The token names the one key that its credentials may put. */
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
        Logins: { [PROVIDER]: personName(uid) },
        PrincipalTags: { [TAG]: key.slice(prefix.length) },
        TokenDuration: TOKEN_SECONDS,
      }),
    ),
    expected: [200],
  });
  const { IdentityId, Token } = z.parse(answerSchema, await response.json());
  return z.parse(uploadGrantedSchema, { identity_id: IdentityId, token: Token });
}
