import { lazy } from 'react';

/** Shown at its own address, and in place of whatever asks for a login. */
export const LoginScreen = lazy(async () => ({
  default: (await import('#web/features/account/login-screen.tsx')).LoginScreen,
}));
