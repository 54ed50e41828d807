import { lazy } from 'react';

/** The login screen, for its own route and in place of any page that requires a login. */
export const LoginScreen = lazy(async () => ({
  default: (await import('#web/features/account/login-screen.tsx')).LoginScreen,
}));
