/** What the link of an email asks for. The identity provider builds these addresses, and the provider's emulator too. */
export type EmailAction =
  | { readonly kind: 'confirmAddress'; readonly code: string }
  | { readonly kind: 'changeAddress'; readonly code: string }
  | { readonly kind: 'takeBackAddress'; readonly code: string }
  | { readonly kind: 'resetPassword'; readonly code: string }
  /** The provider's own page has confirmed the address and sends the person on to us. */
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
      return { kind: 'takeBackAddress', code };
    case 'resetPassword':
      return { kind: 'resetPassword', code };
    default:
      return { kind: 'unknown' };
  }
}
