import type { Account, Role } from '#aws/account/account.ts';
import type { Credentials } from '#aws/credentials/credentials.ts';
import { assumableRole } from '#aws/identity/assume-role.ts';
import { readUnsignedToken, type Claims } from '#aws/identity/unsigned-token.ts';
import { StsError } from '#aws/sts/sts-error.ts';
import { element, texts } from '#aws/http/xml.ts';

export interface StsContext {
  readonly account: Account;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A provider that is built into AWS, without an entry in the account. */
const GOOGLE = 'accounts.google.com';
const SHORTEST_SECONDS = 900;
const DEFAULT_SECONDS = 3600;
const SESSION_NAME = /^[\w+=,.@-]{2,64}$/u;

/** Issues credentials of a role for a Google token. The functions get their credentials this way, without an AWS key. */
export function assumeRoleWithWebIdentity(input: URLSearchParams, context: StsContext): string {
  const { account, credentials, now } = context;
  const name = parameter(input, 'RoleSessionName');
  if (!SESSION_NAME.test(name))
    throw new StsError(
      'ValidationError',
      `1 validation error detected: Value '${name}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`,
    );
  const arn = parameter(input, 'RoleArn');
  const claims = claimsOf(parameter(input, 'WebIdentityToken'), now());
  const role = trustingRole(account, arn, claims);
  const expires = now() + durationOf(input, role) * 1000;
  const issued = credentials.issue({ role: arn, name, tags: {}, expires });
  return resultOf(claims, role, name, account, [
    ['AccessKeyId', issued.accessKeyId],
    ['SecretAccessKey', issued.secretAccessKey],
    ['SessionToken', issued.sessionToken],
    ['Expiration', issued.expiration.toISOString().replace(/\.\d+/u, '')],
  ]);
}

function claimsOf(token: string, now: number): Claims {
  const claims = readUnsignedToken(token);
  if (claims === 'malformed')
    throw new StsError(
      'InvalidIdentityToken',
      'The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)',
    );
  if (claims === 'signed')
    throw new StsError(
      'InvalidIdentityToken',
      "Couldn't retrieve verification key from your identity provider, please reference AssumeRoleWithWebIdentity documentation for requirements",
    );
  if (claims.iss !== `https://${GOOGLE}` && claims.iss !== GOOGLE)
    throw new StsError(
      'InvalidIdentityToken',
      `No OpenIDConnect provider found in your account for ${claims.iss}`,
    );
  const seconds = Math.floor(now / 1000);
  if (seconds >= claims.exp)
    throw new StsError(
      'ExpiredTokenException',
      `Token expired: current date/time ${seconds} must be before the expiration date/time ${claims.exp}`,
    );
  return claims;
}

function trustingRole(account: Account, arn: string, { aud, azp, sub }: Claims): Role {
  // For Google's tokens AWS uses `azp` as `aud` if there is one, and the token's audience as `oaud`.
  const role = assumableRole(account, arn, {
    provider: GOOGLE,
    prefix: GOOGLE,
    claims: { aud: [azp ?? aud], oaud: [aud], sub: [sub] },
  });
  if (role === null)
    throw new StsError('AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
  return role;
}

function durationOf(input: URLSearchParams, role: Role): number {
  const given = input.get('DurationSeconds') ?? String(DEFAULT_SECONDS);
  const seconds = /^\d{1,6}$/u.test(given) ? Number(given) : 0;
  if (seconds < SHORTEST_SECONDS)
    throw new StsError(
      'ValidationError',
      `1 validation error detected: Value '${given}' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to ${SHORTEST_SECONDS}`,
    );
  if (seconds > role.maxSessionSeconds)
    throw new StsError(
      'ValidationError',
      'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    );
  return seconds;
}

function resultOf(
  { aud, sub }: Claims,
  role: Role,
  name: string,
  { accountId }: Account,
  credentials: readonly (readonly [string, string])[],
): string {
  return [
    texts({ SubjectFromWebIdentityToken: sub, Audience: aud, Provider: GOOGLE }),
    element(
      'AssumedRoleUser',
      texts({
        Arn: `arn:aws:sts::${accountId}:assumed-role/${role.name}/${name}`,
        AssumedRoleId: `AROALOCAL:${name}`,
      }),
    ),
    element('Credentials', texts(Object.fromEntries(credentials))),
  ].join('');
}

function parameter(input: URLSearchParams, name: string): string {
  const value = input.get(name) ?? '';
  if (value === '') throw new StsError('MissingParameter', `The request must contain the parameter ${name}.`);
  return value;
}
