import type { AuthGateway } from '#web/account/auth-gateway.ts';
import type { TokenSource } from '#web/api/api-client.ts';
import type { AppTokenSource } from '#web/api/app-check.ts';
import { urlOf } from '#web/sync/feed/address.ts';

import type { Environment } from './environment.ts';
import type { LocalServices } from './local-services.ts';

type UserListener = Parameters<AuthGateway['onUser']>[0];

interface StartedAuth {
  readonly gateway: AuthGateway;
  /** Null if App Check is off. */
  readonly appToken: AppTokenSource | null;
}

/** The identity provider, whose SDK loads at the first call: a visitor can read the landing page without it. */
export interface LazyAuth {
  readonly gateway: () => Promise<AuthGateway>;
  /** Loads nothing. The listener is called once the SDK has loaded. */
  readonly onUser: (listener: UserListener) => void;
  readonly idToken: TokenSource;
  /** Null if App Check is off. */
  readonly appToken: AppTokenSource | null;
}

export function lazyAuth(environment: Environment, local: LocalServices | null): LazyAuth {
  const listeners: UserListener[] = [];
  let starting: Promise<StartedAuth> | undefined;

  async function start(): Promise<StartedAuth> {
    const [{ createAuthGateway }, appCheck] = await load(environment);
    const projectId = local?.projectId ?? environment.firebase.projectId;
    const emulator = local === null ? null : urlOf(local.auth);
    const gateway = createAuthGateway({ ...environment.firebase, projectId }, emulator);
    // App Check must start before the first request to Auth or Firestore, which refuse requests without its token.
    const appToken = appCheck?.startAppCheck(gateway.auth.app, environment.appCheckSiteKey ?? '') ?? null;
    for (const listener of listeners) gateway.onUser(listener);
    return { gateway, appToken };
  }

  async function started(): Promise<StartedAuth> {
    starting ??= start();
    try {
      return await starting;
    } catch (error) {
      // The next call tries again.
      starting = undefined;
      throw error;
    }
  }

  return {
    gateway: async () => (await started()).gateway,
    onUser: (listener) => {
      listeners.push(listener);
    },
    idToken: async (options) => (await started()).gateway.idToken(options),
    appToken:
      environment.appCheckSiteKey === null
        ? null
        : async (options) => (await started()).appToken?.(options) ?? null,
  };
}

async function load(environment: Environment) {
  try {
    return await Promise.all([
      import('#web/account/auth-gateway.ts'),
      environment.appCheckSiteKey === null ? null : import('#web/api/app-check.ts'),
    ]);
  } catch (cause) {
    // The forms explain this code of the SDK to the user.
    throw Object.assign(new Error('The SDK could not be loaded.', { cause }), {
      code: 'auth/network-request-failed',
    });
  }
}
