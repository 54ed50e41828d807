import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Input } from '#aws/cognito/context.ts';

const ID = /^[\w-]+:[0-9a-f-]+$/u;
const ID_MAX_LENGTH = 55;
const TOKEN_SECONDS = 15 * 60;
const TOKEN_MAX_SECONDS = 24 * 60 * 60;
/** The limits of session tags in STS. Cognito also limits their total length. */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const TAG_NAME_MAX_LENGTH = 128;
const TAG_VALUE_MAX_LENGTH = 256;
const TAGS_MAX_LENGTH = 460;
const MAX_TAGS = 50;
const LOGIN_MAX_LENGTH = 50_000;

/** An id of a pool or of an identity. Both have the same format. */
export function idIn(input: Input, name: string): string {
  const value = input[name];
  const member = `${name[0]?.toLowerCase() ?? ''}${name.slice(1)}`;
  if (value === undefined || value === null)
    throw invalid(`Value null at '${member}' failed to satisfy constraint: Member must not be null`);
  if (typeof value !== 'string')
    throw new CognitoError('SerializationException', 'Start of structure or map found where not expected.');
  if (!ID.test(value) || value.length > ID_MAX_LENGTH)
    throw invalid(
      `Value '${value.slice(0, 200)}' at '${member}' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+`,
    );
  return value;
}

/** The tokens of a request, by provider. */
export function loginsIn(input: Input): ReadonlyMap<string, string> {
  const logins = input['Logins'] ?? {};
  if (typeof logins !== 'object' || logins === null || Array.isArray(logins))
    throw new CognitoError('SerializationException', 'Unexpected value for Logins.');
  return new Map(
    Object.entries(logins).map(([provider, token]) => {
      if (typeof token !== 'string')
        throw new CognitoError('SerializationException', 'Unexpected value for Logins.');
      if (token.length === 0 || token.length > LOGIN_MAX_LENGTH)
        throw invalid(
          "Value at 'logins' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length between 1 and 50000]",
        );
      return [provider, token];
    }),
  );
}

/** The pool id of a request, which must be that of the account's only pool. */
export function poolIn(input: Input, known: string): string {
  const pool = idIn(input, 'IdentityPoolId');
  if (pool !== known)
    throw new CognitoError('ResourceNotFoundException', `IdentityPool '${pool}' not found.`);
  return pool;
}

/** The requested lifetime of a token in seconds. */
export function durationIn(input: Input): number {
  const duration = input['TokenDuration'] ?? TOKEN_SECONDS;
  if (typeof duration !== 'number')
    throw new CognitoError('SerializationException', 'Unexpected TokenDuration.');
  if (!Number.isInteger(duration) || duration < 1 || duration > TOKEN_MAX_SECONDS)
    throw invalid(
      `Value '${duration}' at 'tokenDuration' failed to satisfy constraint: Member must have value between 1 and ${TOKEN_MAX_SECONDS}`,
    );
  return duration;
}

/** The session tags of a request, within the limits of Cognito and STS. */
export function tagsIn(input: Input): Readonly<Record<string, string>> {
  const tags = input['PrincipalTags'] ?? {};
  if (typeof tags !== 'object' || tags === null || Array.isArray(tags))
    throw new CognitoError('SerializationException', 'Unexpected value for PrincipalTags.');
  const entries = Object.entries(tags).map(([name, value]): [string, string] => {
    if (typeof value !== 'string')
      throw new CognitoError('SerializationException', 'Unexpected value for PrincipalTags.');
    if (name.length === 0 || name.length > TAG_NAME_MAX_LENGTH || !TAG.test(name)) throw invalidTag('key');
    if (value.length === 0 || value.length > TAG_VALUE_MAX_LENGTH || !TAG.test(value))
      throw invalidTag('value');
    return [name, value];
  });
  if (entries.length > MAX_TAGS || entries.flat().join('').length > TAGS_MAX_LENGTH) throw invalidTag('size');
  return Object.fromEntries(entries);
}

function invalidTag(what: string): CognitoError {
  return invalid(
    `Value at 'principalTags' failed to satisfy constraint: Map ${what} must satisfy constraint`,
  );
}

function invalid(detail: string): CognitoError {
  return new CognitoError('ValidationException', `1 validation error detected: ${detail}`);
}
