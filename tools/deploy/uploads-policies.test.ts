import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { IMAGE_TYPES } from '@foldmark/library/entities/image-types';
import {
  UPLOAD_MAX_BYTES,
  UPLOADS_PREFIX_DEVELOPMENT,
  UPLOADS_PREFIX_PRODUCTION,
} from '@foldmark/contract/limits';
import { uploadKey } from '@foldmark/contract/upload-keys';
import { beforeAll, describe, expect, test } from 'vitest';

import { localAccount } from '@foldmark/aws-emulator/src/account/local-account.ts';
import { evaluate, type Verdict } from '@foldmark/aws-emulator/src/policy/evaluate.ts';
import { parseTemplate, type Template } from '@foldmark/aws-emulator/src/template/parse-template.ts';
import { Stack } from '@foldmark/aws-emulator/src/template/resolve.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';

const TEMPLATE = join(PROJECT_ROOT, 'deploy/aws-uploads.yaml');
/** The maximum length of inline code in CloudFormation. */
const INLINE_CODE_MAX = 4096;
/** The maximum length of a session tag's value in STS. */
const TAG_MAX_LENGTH = 256;

let template: Template;

beforeAll(async () => {
  template = parseTemplate(await readFile(TEMPLATE, 'utf8'));
});

function stack(parameters: Record<string, string> = {}): Stack {
  const needed = {
    Environment: 'prod',
    BucketName: 'foldmark-uploads',
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
  test('resolves each resource and each output', () => {
    const resolved = stack();
    for (const { type } of template.resources.values()) expect(resolved.all(type).size).toBeGreaterThan(0);
    expect([...template.outputs.keys()]).toEqual([
      'BucketName',
      'IdentityPoolId',
      'FunctionsRoleArn',
      'UploadsBaseUrl',
    ]);
    expect(resolved.output('UploadsBaseUrl')).toBe(
      'https://foldmark-uploads.s3.us-east-1.amazonaws.com/prod/uploads',
    );
  });

  test.each([{ Environment: 'test' }, { BucketName: 'With.Dots' }, { Unknown: 'x' }])(
    'refuses the parameter %j',
    (parameters) => {
      expect(() => stack(parameters)).toThrow(Error);
    },
  );

  test('allows public access only by the bucket policy, and retains the bucket', () => {
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

describe('the template and the contract agree on', () => {
  test('the largest image and the prefixes', async () => {
    const { guard } = await localAccount({ template: TEMPLATE });
    expect(guard.environment).toEqual({ MAX_BYTES: String(UPLOAD_MAX_BYTES) });
    expect(guard.prefix).toBe(UPLOADS_PREFIX_DEVELOPMENT);
    expect(
      (await localAccount({ template: TEMPLATE, parameters: { Environment: 'prod' } })).guard.prefix,
    ).toBe(UPLOADS_PREFIX_PRODUCTION);
  });

  test('the keys of uploads, each of which needs a grant of its own', async () => {
    const { roles } = await localAccount({ template: TEMPLATE });
    const uploader = roles.get('arn:aws:iam::000000000000:role/foldmark-uploader');
    const mayPut = (key: string, granted: string): Verdict =>
      evaluate(uploader?.policies ?? [], {
        action: 's3:PutObject',
        resource: `arn:aws:s3:::foldmark-local/dev/uploads/${key}`,
        principals: [],
        facts: new Map([
          ['s3:if-none-match', ['*']],
          ['aws:principaltag/upload', [granted]],
        ]),
      });
    for (const kind of ['link', 'folder'] as const) {
      const place = { prefix: '', kind, at: new Date(), id: crypto.randomUUID(), extension: 'png' };
      expect(mayPut(uploadKey(place), uploadKey(place))).toBe('allowed');
      expect(mayPut(uploadKey({ ...place, id: crypto.randomUUID() }), uploadKey(place))).toBe(
        'not mentioned',
      );
    }
    for (const key of ['favicons/a.png', 'a.png', 'links', 'linksy/a.png'])
      expect(mayPut(key, key)).toBe('not mentioned');
  });

  test('the image types, all of which the guard knows', async () => {
    const { guard } = await localAccount({ template: TEMPLATE });
    for (const type of IMAGE_TYPES) expect(guard.code).toContain(`type: '${type}'`);
  });

  test('the longest key, which fits into a tag', () => {
    const at = new Date();
    const key = uploadKey({ prefix: '', kind: 'folder', at, id: 'x'.repeat(64), extension: 'x'.repeat(8) });
    expect(key.length).toBeLessThanOrEqual(TAG_MAX_LENGTH);
    expect(key).toMatch(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u);
  });

  test('the code, which fits into a template', async () => {
    expect((await localAccount({ template: TEMPLATE })).guard.code.length).toBeLessThan(INLINE_CODE_MAX);
  });
});
