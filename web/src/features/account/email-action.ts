/** The action of an email link. The identity provider and its emulator build these links. */
export type EmailAction =
  | { readonly kind: 'confirmAddress'; readonly code: string }
  | { readonly kind: 'changeAddress'; readonly code: string }
  | { readonly kind: 'restoreAddress'; readonly code: string }
  | { readonly kind: 'resetPassword'; readonly code: string }
  /** The provider's own page has confirmed the address and redirected to this page. */
  | { readonly kind: 'addressConfirmed' }
  | { readonly kind: 'unknown' };

export function emailActionOf(query: URLSearchParams): EmailAction {
  const code = query.get('oobCode') ?? '';
  const mode = query.get('mode');
  if (mode === 'confirmed') return { kind: 'addressConfirmed' };
  if (code === '') return { kind: 'unknown' };
  switch (mode) {
    case 'verifyEmail':
      return { kind: 'confirmAddress', code };
    case 'verifyAndChangeEmail':
      return { kind: 'changeAddress', code };
    case 'recoverEmail':
      return { kind: 'restoreAddress', code };
    case 'resetPassword':
      return { kind: 'resetPassword', code };
    default:
      return { kind: 'unknown' };
  }
}
