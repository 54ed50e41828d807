import { RESOURCE_PATHS } from '@foldmark/contract/protocol-endpoints';
import { SCOPES, type Scope, scopeSchema } from '@foldmark/contract/scopes';
import * as z from 'zod/mini';

import { OAuthError } from '#functions/errors/oauth-error.ts';

/** The scopes of a parameter, from the least to the most. Null if it is missing or blank. */
export function scopesOf(parameter: string | null): Scope[] | null {
  const asked = (parameter ?? '').split(' ').filter((name) => name !== '');
  if (asked.length === 0) return null;
  const unknown = asked.find((name) => !z.safeParse(scopeSchema, name).success);
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `The scopes are ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => asked.includes(scope));
}

/** The resources that tokens can be for: the host, the API and the MCP server. */
export function resourcesOf(parameters: readonly string[], issuer: string): string[] {
  const known = new Set(['', ...RESOURCE_PATHS].map((path) => `${issuer}${path}`));
  const asked = parameters.map((parameter) => parameter.replace(/\/$/, ''));
  if (asked.some((resource) => !known.has(resource)))
    throw new OAuthError('invalid_target', 'The resource is not one of this server.');
  return [...new Set(asked)];
}
