import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

import type { Account } from '#aws/account.ts';
import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { localAccount } from '#aws/local-account.ts';
import { startAws, type RunningAws } from '#aws/server.ts';

export const PROJECT = 'demo-foldmark';
export const PROVIDER = `securetoken.google.com/${PROJECT}`;
export const BUCKET = 'foldmark-local';
export const POOL = 'us-east-1:00000000-0000-4000-8000-000000000001';
const REGION = 'us-east-1';

/** A stand-in of its own, in a folder of its own, at a time that a test may set. */
export class TestServer {
  readonly clock = { now: Date.now() };
  readonly lines: string[] = [];
  readonly #data: string;
  readonly #account: Account;
  #running: RunningAws | null = null;

  private constructor(data: string, account: Account) {
    this.#data = data;
    this.#account = account;
  }

  static async start(change: (account: Account) => Account = (account) => account): Promise<TestServer> {
    const data = await mkdtemp(join(tmpdir(), 'foldmark-aws-'));
    const server = new TestServer(data, change(await localAccount()));
    await server.resume();
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#running?.port ?? 0}`;
  }

  get port(): number {
    return this.#running?.port ?? 0;
  }

  urlOf(key: string): string {
    return `${this.endpoint}/${BUCKET}/${key}`;
  }

  async isReadable(key: string): Promise<boolean> {
    return (await fetch(this.urlOf(key))).status === 200;
  }

  async resume(sessionSeconds = 3600): Promise<void> {
    await this.#running?.stop();
    this.#running = await startAws({
      host: '127.0.0.1',
      port: 0,
      account: this.#account,
      data: this.#data,
      sessionSeconds,
      now: () => this.clock.now,
      log: (line) => this.lines.push(line),
    });
  }

  async end(): Promise<void> {
    await this.#running?.stop();
    await rm(this.#data, { recursive: true });
  }

  cognito(): CognitoIdentityClient {
    const nobody = { accessKeyId: 'unsigned', secretAccessKey: 'unsigned' };
    return new CognitoIdentityClient({
      region: REGION,
      endpoint: this.endpoint,
      credentials: nobody,
      maxAttempts: 1,
    });
  }

  /** As the app gets them. */
  async credentialsOf(uid: string): Promise<TemporaryCredentials> {
    const client = this.cognito();
    const Logins = { [PROVIDER]: this.userToken({ sub: uid }) };
    const { IdentityId } = await client.send(new GetIdCommand({ IdentityPoolId: POOL, Logins }));
    const { Credentials } = await client.send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }));
    return {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
      expiration: Credentials?.Expiration ?? new Date(0),
    };
  }

  /** With a user's credentials unless it is given others. */
  async s3(config: S3ClientConfig = {}): Promise<S3Client> {
    return new S3Client({
      region: REGION,
      endpoint: this.endpoint,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: config.credentials ?? (await this.credentialsOf('ada')),
      // The clock of the test is that of the client.
      systemClockOffset: this.clock.now - Date.now(),
      ...config,
    });
  }

  userToken(changes: object = {}): string {
    const seconds = Math.floor(this.clock.now / 1000);
    return unsignedToken({
      iss: `https://${PROVIDER}`,
      aud: PROJECT,
      sub: 'ada',
      exp: seconds + 3600,
      iat: seconds,
      ...changes,
    });
  }
}

export function unsignedToken(
  claims: object,
  header: object = { alg: 'none', typ: 'JWT' },
  signature = '',
): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.${signature}`;
}

export function uploadKey(extension = 'png', folder = 'links'): string {
  return `dev/uploads/${folder}/2026-01-02--03-04-05--${crypto.randomUUID()}.${extension}`;
}

/** What the app puts, at a key of its own. */
export function newUpload() {
  return { Bucket: BUCKET, Key: uploadKey(), Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
}

/** As much of a PNG as anybody here looks at. */
export function png(size = 1000): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, 7)]);
}
