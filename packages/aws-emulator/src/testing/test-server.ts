import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetOpenIdTokenForDeveloperIdentityCommand,
} from '@aws-sdk/client-cognito-identity';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

import type { Account } from '#aws/account/account.ts';
import { Credentials, type TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { loadKey } from '#aws/credentials/key-file.ts';
import { localAccount } from '#aws/account/local-account.ts';
import { startAws, type RunningAws } from '#aws/server/server.ts';

export const PROJECT = 'demo-foldmark';
export const PROVIDER = 'foldmark';
export const OIDC_PROVIDER = `securetoken.google.com/${PROJECT}`;
export const POOL_PROVIDER = 'cognito-identity.amazonaws.com';
export const FUNCTIONS_ROLE = 'arn:aws:iam::000000000000:role/foldmark-functions';
const SERVICE_ACCOUNT = `local@${PROJECT}.iam.gserviceaccount.com`;
export const BUCKET = 'foldmark-local';
export const POOL = 'us-east-1:00000000-0000-4000-8000-000000000001';
/** An origin that the server allows, so that only the bucket's CORS rules can refuse it. */
export const FOREIGN_PAGE = 'https://elsewhere.example';
const REGION = 'us-east-1';
const UPLOADER = 'arn:aws:iam::000000000000:role/foldmark-uploader';
const TESTER = 'arn:aws:iam::000000000000:role/tester';
const UNSIGNED = { accessKeyId: 'unsigned', secretAccessKey: 'unsigned' };
const HOUR_MS = 3_600_000;
/** The bucket's host in AWS, which clients behind a proxy use. */
export const BUCKET_HOST = `${BUCKET}.s3.${REGION}.amazonaws.com`;

/** An emulator with its own data folder and a clock that tests can set. */
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
    const server = new TestServer(data, change(withTester(await localAccount())));
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
      allowHosts: [BUCKET_HOST],
      allowOrigins: [FOREIGN_PAGE],
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

  cognito(
    credentials: Pick<TemporaryCredentials, 'accessKeyId' | 'secretAccessKey'> = UNSIGNED,
  ): CognitoIdentityClient {
    return new CognitoIdentityClient({
      region: REGION,
      endpoint: this.endpoint,
      credentials,
      maxAttempts: 1,
      systemClockOffset: this.clock.now - Date.now(),
    });
  }

  /** The credentials of the functions, for a token of their service account. */
  async functionsCredentials(): Promise<TemporaryCredentials> {
    const { xml } = await this.assumeRole({});
    return {
      accessKeyId: textOf(xml, 'AccessKeyId'),
      secretAccessKey: textOf(xml, 'SecretAccessKey'),
      sessionToken: textOf(xml, 'SessionToken'),
      expiration: new Date(textOf(xml, 'Expiration')),
    };
  }

  /** Calls STS and returns its response, also if it is an error. */
  async assumeRole(changes: Record<string, string> = {}): Promise<{ status: number; xml: string }> {
    const response = await fetch(this.endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: FUNCTIONS_ROLE,
        RoleSessionName: 'foldmark',
        WebIdentityToken: this.googleToken(),
        ...changes,
      }),
    });
    return { status: response.status, xml: await response.text() };
  }

  /** Issues a token for a user, as the API does to grant an upload. */
  async grant(user: string, tags: Record<string, string>): Promise<{ IdentityId: string; Token: string }> {
    const client = this.cognito(await this.functionsCredentials());
    const command = new GetOpenIdTokenForDeveloperIdentityCommand({
      IdentityPoolId: POOL,
      Logins: { [PROVIDER]: user },
      PrincipalTags: tags,
    });
    const { IdentityId = '', Token = '' } = await client.send(command);
    return { IdentityId, Token };
  }

  /** Credentials that allow any new image, for tests that do not depend on the grant. */
  async testerCredentials(): Promise<TemporaryCredentials> {
    const credentials = new Credentials(await loadKey(this.#data));
    return credentials.issue({ role: TESTER, name: 'tester', tags: {}, expires: this.clock.now + HOUR_MS });
  }

  /** Credentials for one key, as the app gets them. */
  async credentialsOf(user: string, key: string): Promise<TemporaryCredentials> {
    return this.credentialsFor(await this.grant(user, { upload: key.replace('dev/uploads/', '') }));
  }

  async credentialsFor(grant: { IdentityId: string; Token: string }): Promise<TemporaryCredentials> {
    const { IdentityId, Token } = grant;
    const Logins = { [POOL_PROVIDER]: Token };
    const command = new GetCredentialsForIdentityCommand({ IdentityId, Logins });
    const { Credentials: given } = await this.cognito().send(command);
    return {
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretKey ?? '',
      sessionToken: given?.SessionToken ?? '',
      expiration: given?.Expiration ?? new Date(0),
    };
  }

  /** An S3 client, by default with credentials for any new image. */
  async s3(config: S3ClientConfig = {}): Promise<S3Client> {
    return new S3Client({
      region: REGION,
      endpoint: this.endpoint,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: config.credentials ?? (await this.testerCredentials()),
      // The client uses the clock of the test.
      systemClockOffset: this.clock.now - Date.now(),
      ...config,
    });
  }

  googleToken(changes: object = {}): string {
    return googleToken(this.clock.now, changes);
  }

  userToken(changes: object = {}): string {
    const seconds = Math.floor(this.clock.now / 1000);
    return unsignedToken({
      iss: `https://${OIDC_PROVIDER}`,
      aud: PROJECT,
      sub: 'ada',
      exp: seconds + 3600,
      iat: seconds,
      ...changes,
    });
  }
}

/** Adds a role with the uploader's policy, but for every key. */
function withTester(account: Account): Account {
  const uploader = account.roles.get(UPLOADER);
  if (uploader === undefined) throw new Error('The template has no uploader.');
  const resources = {
    inverted: false,
    patterns: ['links', 'folders'].map((folder) => `${account.bucket.arn}/dev/uploads/${folder}/*`),
  };
  const policies = uploader.policies.map(({ statements }) => ({
    statements: statements.map((statement) => ({
      ...statement,
      resources,
      conditions: statement.conditions.filter(({ key }) => !key.startsWith('aws:PrincipalTag/')),
    })),
  }));
  const tester = { ...uploader, arn: TESTER, name: 'tester', policies };
  return { ...account, roles: new Map([...account.roles, [TESTER, tester]]) };
}

/** A token like that of Google's metadata server for the functions, but unsigned. */
export function googleToken(now: number, changes: object = {}): string {
  return unsignedToken({
    iss: 'https://accounts.google.com',
    aud: 'sts.amazonaws.com',
    azp: SERVICE_ACCOUNT,
    sub: SERVICE_ACCOUNT,
    exp: Math.floor(now / 1000) + 3600,
    ...changes,
  });
}

export function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1] ?? '';
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

/** The parameters of an upload by the app, with a new key. */
export function newUpload() {
  return { Bucket: BUCKET, Key: uploadKey(), Body: png(), ContentType: 'image/png', IfNoneMatch: '*' };
}

/** A file with the first bytes of a PNG. */
export function png(size = 1000): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, 7)]);
}
