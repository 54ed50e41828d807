import { createAuthGateway } from '#web/data/auth-gateway.ts';
import type { Services } from '#web/data/services.ts';
import { createSession } from '#web/data/session.ts';

import type { Environment } from './environment.ts';

export async function startServices(environment: Environment): Promise<Services> {
  const local = environment.name === 'local' ? await findLocal() : null;
  const gateway = createAuthGateway(
    local === null ? environment.firebase : { ...environment.firebase, projectId: local.projectId },
    local === null ? null : `http://${local.auth.host}:${local.auth.port}`,
  );
  // A visitor calls nothing, so the client and the schemas of all answers wait until somebody does.
  const api = async () => {
    const { createApiClient } = await import('#web/data/api/api-client.ts');
    return createApiClient({
      baseUrl: environment.api,
      fetch: (input, init) => fetch(input, init),
      token: gateway.idToken,
    });
  };
  const session = createSession({
    gateway,
    api,
    timeZone: timeZoneAbbreviation,
    onGone: forgetEverything,
    report: (error) => {
      console.warn(error);
    },
  });
  return { gateway, session, api };
}

async function findLocal() {
  const { findLocalServices } = await import('./local-services.ts');
  return findLocalServices((input, init) => fetch(input, init));
}

function timeZoneAbbreviation(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** reactfire keeps what it has subscribed to, and even a refusal, for whoever signs in next. */
function forgetEverything(): void {
  const cache: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (cache instanceof Map) cache.clear();
}
