import * as z from 'zod/mini';

import { xmlTexts } from '#functions/uploads/xml-texts.ts';

/** Credentials of AWS that end by themselves, as its signer takes them. */
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
  /** The next ones are new. */
  forget(): void;
}

export interface RoleOptions {
  /** The ARN of the role. */
  readonly role: string;
  /** Where AWS hands out credentials. */
  readonly sts: string;
  /** A token of an identity provider that the role trusts. */
  readonly identityToken: () => Promise<string>;
  readonly now: () => Date;
  readonly timeoutMs: number;
}

const SESSION_SECONDS = 3600;
/** How long before their end they are given no more, so that a request under way does not outlive them. */
const MARGIN_MS = 5 * 60_000;

/** Credentials of a role of AWS, for a token of Google: no secret of AWS is kept anywhere. Asked for once an hour. */
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
    forget: () => {
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
  if (!response.ok)
    throw new Error(`AWS hands out no credentials: ${response.status} ${answer['Code'] ?? ''}`);
  return z.parse(credentialsSchema, answer);
}
