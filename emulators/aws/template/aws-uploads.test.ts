import { readFile } from 'node:fs/promises';

import { imageExtension, IMAGE_TYPES, isImageType } from '@foldmark/contract/image-types';
import {
  UPLOAD_MAX_BYTES,
  UPLOADS_PREFIX_DEVELOPMENT,
  UPLOADS_PREFIX_PRODUCTION,
} from '@foldmark/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';

import { localAccount, TEMPLATE } from '#aws/local-account.ts';
import { evaluate, type Verdict } from '#aws/policy/evaluate.ts';
import { parseTemplate, type Template } from '#aws/template/parse-template.ts';
import { Stack } from '#aws/template/resolve.ts';

/** CloudFormation takes no longer code that stands in the template itself. */
const INLINE_CODE_MAX = 4096;

let template: Template;

beforeAll(async () => {
  template = parseTemplate(await readFile(TEMPLATE, 'utf8'));
});

function stack(parameters: Record<string, string> = {}): Stack {
  const needed = {
    Environment: 'prod',
    BucketName: 'foldmark-uploads',
    FirebaseProjectId: 'foldmark',
    FunctionsServiceAccount: '123456789012345678901',
    AllowedOrigins: 'https://foldmark.web.app',
    AlarmEmail: 'ada@example.com',
  };
  return new Stack(template, {
    accountId: '111122223333',
    region: 'us-east-1',
    parameters: { ...needed, ...parameters },
    names: {},
  });
}

describe('the template', () => {
  test('works out to values for each resource and each output', () => {
    const made = stack();
    for (const { type } of template.resources.values()) expect(made.all(type).size).toBeGreaterThan(0);
    expect([...template.outputs.keys()]).toEqual([
      'BucketName',
      'IdentityPoolId',
      'FaviconRoleArn',
      'UploadsBaseUrl',
    ]);
    expect(made.output('UploadsBaseUrl')).toBe(
      'https://foldmark-uploads.s3.us-east-1.amazonaws.com/prod/uploads',
    );
  });

  test.each([{ Environment: 'test' }, { BucketName: 'With.Dots' }, { Unknown: 'x' }])(
    'refuses the parameter %j',
    (parameters) => {
      expect(() => stack(parameters)).toThrow(Error);
    },
  );

  test('opens nothing but what the bucket policy says, and keeps what is there', () => {
    const [, bucket] = stack().only('AWS::S3::Bucket');
    expect(bucket).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, IgnorePublicAcls: true },
      LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
    });
    expect(stack().only('AWS::Cognito::IdentityPool')[1]).toMatchObject({
      AllowUnauthenticatedIdentities: false,
      AllowClassicFlow: false,
    });
  });
});

describe('what the template says is what the product says', () => {
  test('of the largest image and of the prefixes', async () => {
    const { guard } = await localAccount();
    expect(guard.environment).toEqual({ MAX_BYTES: String(UPLOAD_MAX_BYTES) });
    expect(guard.prefix).toBe(UPLOADS_PREFIX_DEVELOPMENT);
    expect((await localAccount(undefined, { Environment: 'prod' })).guard.prefix).toBe(
      UPLOADS_PREFIX_PRODUCTION,
    );
  });

  test('of the kinds of images, each of which may be put and is passed', async () => {
    const { guard, roles } = await localAccount();
    const uploader = roles.get('arn:aws:iam::000000000000:role/foldmark-uploader');
    const mayPut = (key: string): Verdict =>
      evaluate(uploader?.policies ?? [], {
        action: 's3:PutObject',
        resource: `arn:aws:s3:::foldmark-local/${key}`,
        principals: [],
        facts: new Map([['s3:if-none-match', ['*']]]),
      });
    const extensions = IMAGE_TYPES.filter(isImageType).flatMap((type) => [
      imageExtension(type),
      imageExtension(type, 'a.jpeg'),
    ]);
    expect(extensions).toContain('png');
    for (const folder of ['links', 'folders'])
      expect(
        extensions.filter((extension) => mayPut(`dev/uploads/${folder}/a.${extension}`) !== 'allowed'),
      ).toEqual([]);
    for (const extension of ['svg', 'html', 'js', 'ico', 'bmp'])
      expect(mayPut(`dev/uploads/links/a.${extension}`)).toBe('not mentioned');
    for (const type of IMAGE_TYPES) expect(guard.code).toContain(`type: '${type}'`);
  });

  test('of the code that fits into a template', async () => {
    expect((await localAccount()).guard.code.length).toBeLessThan(INLINE_CODE_MAX);
  });
});
