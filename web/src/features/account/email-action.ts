/** The actions by the `mode` of an email link. The identity provider and its emulator build these links. */
const KINDS = {
  verifyEmail: 'confirmAddress',
  verifyAndChangeEmail: 'changeAddress',
  recoverEmail: 'restoreAddress',
  resetPassword: 'resetPassword',
} as const;

export type EmailAction =
  | { readonly kind: (typeof KINDS)[keyof typeof KINDS]; readonly code: string }
  /** `addressConfirmed`: the provider's own page has confirmed the address and redirected to this page. */
  | { readonly kind: 'addressConfirmed' | 'unknown' };

export function emailActionOf(query: URLSearchParams): EmailAction {
  const code = query.get('oobCode') ?? '';
  const mode = query.get('mode');
  if (mode === 'confirmed') return { kind: 'addressConfirmed' };
  const kind = Object.entries(KINDS).find(([name]) => name === mode)?.[1];
  return kind === undefined || code === '' ? { kind: 'unknown' } : { kind, code };
}
