import * as z from 'zod/mini';

import { xmlTexts } from '#functions/uploads/xml-texts.ts';

/** Temporary AWS credentials, in the form that the signer accepts. */
const credentialsSchema = z.pipe(
  z.object({
    AccessKeyId: z.string(),
    SecretAccessKey: z.string(),
    SessionToken: z.string(),
    Expiration: z.iso.datetime(),
  }),
  z.transform(({ AccessKeyId, SecretAccessKey, SessionToken, Expiration }) => ({
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: new Date(Expiration),
  })),
);
type Credentials = z.infer<typeof credentialsSchema>;

export interface RoleCredentials {
  get(): Promise<Credentials>;
  /** Discards the cached credentials, so that the next call gets new ones. */
  discard(): void;
}

export interface RoleOptions {
  /** The ARN of the role. */
  readonly role: string;
  /** The URL of AWS STS, which issues credentials. */
  readonly sts: string;
  /** Returns a token of an identity provider that the role trusts. */
  readonly identityToken: () => Promise<string>;
  readonly now: () => Date;
  readonly timeoutMs: number;
}

const SESSION_SECONDS = 3600;
/** Credentials are renewed this long before they expire, so that they stay valid for a whole request. */
const MARGIN_MS = 5 * 60_000;

/** Exchanges a Google token for credentials of an AWS role, about once an hour. So no AWS secret is stored anywhere. */
export function roleCredentials(options: RoleOptions): RoleCredentials {
  let current: Promise<Credentials> | null = null;
  const renew = async (): Promise<Credentials> => {
    const fresh = assumeRole(options);
    current = fresh;
    try {
      return await fresh;
    } catch (error) {
      if (current === fresh) current = null;
      throw error;
    }
  };
  return {
    get: async () => {
      const known = await current;
      if (known === null || known.expiration.getTime() - MARGIN_MS < options.now().getTime()) return renew();
      return known;
    },
    discard: () => {
      current = null;
    },
  };
}

async function assumeRole({ role, sts, identityToken, timeoutMs }: RoleOptions): Promise<Credentials> {
  const response = await fetch(sts, {
    method: 'POST',
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: role,
      RoleSessionName: 'foldmark-functions',
      WebIdentityToken: await identityToken(),
      DurationSeconds: String(SESSION_SECONDS),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer: Record<string, string> = Object.fromEntries(xmlTexts(await response.text()));
  if (!response.ok) throw new Error(`AWS issued no credentials: ${response.status} ${answer['Code'] ?? ''}`);
  return z.parse(credentialsSchema, answer);
}
