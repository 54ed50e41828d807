import {
  DeleteObjectCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Policy } from '#aws/policy/policy.ts';
import { raw, signedPut } from '#aws/testing/raw-request.ts';
import { BUCKET, newUpload, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

const MIB = 1024 * 1024;

let server: TestServer;
let s3: S3Client;

beforeAll(async () => {
  server = await TestServer.start();
  s3 = await server.s3();
});

afterAll(async () => server.end());

async function put(changes: Partial<PutObjectCommandInput> = {}, client = s3): Promise<unknown> {
  return client.send(new PutObjectCommand({ ...newUpload(), ...changes }));
}

describe('attempts to bypass the guard are refused:', () => {
  test('the tag of the guard in the upload', async () => {
    const Key = uploadKey();
    await expect(put({ Key, Body: 'MZ', Tagging: 'foldmark=checked' })).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    expect(await server.isReadable(Key)).toBe(false);
  });

  test('the tag of the guard in a later request, and a deletion', async () => {
    const Key = uploadKey();
    await put({ Key });
    const Tagging = { TagSet: [{ Key: 'foldmark', Value: 'checked' }] };
    await expect(
      s3.send(new PutObjectTaggingCommand({ Bucket: BUCKET, Key, Tagging })),
    ).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    expect(await server.isReadable(Key)).toBe(true);
  });

  test('an ACL that makes the object public', async () => {
    await expect(put({ ACL: 'public-read' })).rejects.toMatchObject({
      name: 'AccessControlListNotSupported',
    });
  });
});

describe('the policies allow an upload, but the guard deletes it before anyone can read it:', () => {
  test.each<[what: string, changes: Partial<PutObjectCommandInput>, reason: string]>([
    ['6 MB', { Body: png(6 * MIB) }, '6291456 bytes are more than 5242880'],
    [
      'an executable named .png',
      { Body: Buffer.from('MZ\x90\0\x03 This program') },
      'its content is not of image/png',
    ],
    [
      'a page that says it is an image',
      { Body: '<script>alert(1)</script>' },
      'its content is not of image/png',
    ],
    ['an image with the type of a page', { ContentType: 'text/html' }, 'its type is "text/html"'],
    ['an image of another type than its name', { Key: uploadKey('gif') }, 'its type is "image/png"'],
    ['an empty object', { Body: Buffer.alloc(0) }, 'it is empty'],
  ])('%s', async (_, changes, reason) => {
    const Key = changes.Key ?? uploadKey();
    await put({ ...changes, Key });
    expect(await server.isReadable(Key)).toBe(false);
    // The key is free again, so the object is deleted and not only hidden.
    await expect(put({ ...changes, Key })).resolves.toBeDefined();
    await expect.poll(() => server.lines).toContain(`guard: deleted ${JSON.stringify(Key)}: ${reason}`);
  });

  test('accepts 5 MiB', async () => {
    const Key = uploadKey();
    await put({ Key, Body: png(5 * MIB) });
    expect(await server.isReadable(Key)).toBe(true);
  });
});

describe('an object that the guard cannot read', () => {
  test('stays unreadable, and its event goes to the dead-letter queue', async () => {
    const open = await withoutConditions();
    try {
      const Key = uploadKey();
      await put({ Key, StorageClass: 'GLACIER' }, await open.s3());
      expect(await open.isReadable(Key)).toBe(false);
      expect(open.lines).toContain(
        `error: the event of ${JSON.stringify(Key)} is sent to arn:aws:sqs:us-east-1:000000000000:GuardFailures after 3 tries`,
      );
      expect(open.lines.join('\n')).toContain('InvalidObjectState');
    } finally {
      await open.end();
    }
  });

  test('stays unreadable, and its event is lost if the guard may not write to the queue', async () => {
    const open = await withoutConditions(({ statements }) => ({
      statements: statements.filter(({ actions }) => !actions.patterns.includes('sqs:SendMessage')),
    }));
    try {
      const Key = uploadKey();
      await put({ Key, StorageClass: 'DEEP_ARCHIVE' }, await open.s3());
      expect(open.lines).toContain(`error: the event of ${JSON.stringify(Key)} is lost after 3 tries`);
    } finally {
      await open.end();
    }
  });

  test('is not stored with an unknown storage class', async () => {
    const open = await withoutConditions();
    try {
      const credentials = await open.testerCredentials();
      const path = `/${BUCKET}/${uploadKey()}`;
      const headers = await signedPut(open, credentials, path, png(), { 'x-amz-storage-class': 'ICE' });
      expect((await raw(open, 'PUT', path, headers, png())).body).toContain(
        '<Code>InvalidStorageClass</Code>',
      );
    } finally {
      await open.end();
    }
  });
});

/** The uploader's policy without its condition for storage classes. */
async function withoutConditions(
  change: (policy: Policy) => Policy = (policy) => policy,
): Promise<TestServer> {
  return TestServer.start((account) => ({
    ...account,
    roles: new Map(
      [...account.roles].map(([arn, role]) => [
        arn,
        { ...role, policies: role.policies.map(role.name === 'tester' ? lenient : change) },
      ]),
    ),
  }));
}

function lenient({ statements }: Policy): Policy {
  return { statements: statements.map((statement) => ({ ...statement, conditions: [] })) };
}
