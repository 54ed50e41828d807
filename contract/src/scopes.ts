import * as z from 'zod/mini';

/** What an app may do, from the least to the most. Each scope includes those before it. */
export const SCOPES = ['read', 'suggest', 'write'] as const;
export const scopeSchema = z.enum(SCOPES, `A scope must be ${SCOPES.join(', ')}.`);
export type Scope = z.infer<typeof scopeSchema>;

/** Whether one of the scopes of a token is enough for a call. */
export function allows(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.some((scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed));
}
