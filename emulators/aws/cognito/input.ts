import { CognitoError } from '#aws/cognito/cognito-error.ts';
import type { Input } from '#aws/cognito/context.ts';

const ID = /^[\w-]+:[0-9a-f-]+$/u;
const ID_MAX_LENGTH = 55;
const LOGIN_MAX_LENGTH = 50_000;

/** An id of a pool or of an identity: both look alike. */
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

/** The token by the name of its provider. */
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

function invalid(detail: string): CognitoError {
  return new CognitoError('ValidationException', `1 validation error detected: ${detail}`);
}
