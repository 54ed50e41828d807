import { loadable } from '#web/ui/loading/loadable.tsx';

/** The login screen, for its own route and in place of any page that requires a login. */
export const { Component: LoginScreen } = loadable(
  async () => (await import('#web/features/account/login-screen.tsx')).LoginScreen,
);
