import type { SignedInPath } from '@foldmark/contract/endpoints';
import { endpoint } from '@foldmark/contract/endpoints';
import { GRANT_ALLOWANCE_PART } from '@foldmark/contract/limits';
import { allows } from '@foldmark/contract/scopes';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { bearerOf } from '#functions/http/bearer.ts';
import type { ApiRequest } from '#functions/http/message.ts';
import type { Caller } from '#functions/services/accounts.ts';
import type { Grantee } from '#functions/services/grants.ts';
import type { Services } from '#functions/services/services.ts';

interface Called {
  readonly caller: Caller;
  /** The app whose token makes the call. Null for a session. */
  readonly app: Grantee | null;
  readonly meter: Meter;
}

/** Finds out who calls, by an access token or else by the ID token of a session, and begins to count the cost. */
export async function callerOf(request: ApiRequest, path: SignedInPath, services: Services): Promise<Called> {
  const bytes = request.body?.byteLength ?? 0;
  const bearer = bearerOf(request);
  if (bearer !== null) return callerByToken(bearer, bytes, path, services);
  const token = request.header('auth-token');
  if (token === undefined || token === '') throw new Failure('notSignedIn');
  const caller = await services.accounts.verify(token);
  return { caller, app: null, meter: services.allowance.begin(caller.uid, bytes) };
}

async function callerByToken(
  token: string,
  bytes: number,
  path: SignedInPath,
  services: Services,
): Promise<Called> {
  const { grantee, reads, writes } = await (await services.grants()).check(token);
  const { uid, grant_id, scopes } = grantee;
  const { scope } = endpoint(path);
  if (scope === 'never' || scope === 'open') throw new Failure('notByToken');
  if (!allows(scopes, scope)) throw new Failure('tokenScope');
  // No uid contains a blank.
  const own = services.allowance.begin(`app ${grant_id}`, bytes, GRANT_ALLOWANCE_PART);
  const meter = both(own, services.allowance.begin(uid, bytes));
  meter.count({ read: reads, write: writes });
  return { caller: { ...WITHOUT_SESSION, uid }, app: grantee, meter };
}

/** A token says nothing about the account but its uid. The calls that need more accept no token. */
const WITHOUT_SESSION = {
  email: '',
  emailVerified: false,
  name: '',
  provider: 'access token',
  signedInAt: new Date(0),
};

/** Counts for an app and for the person, so that all apps together can't use more than the person may. */
function both(app: Meter, person: Meter): Meter {
  return {
    read: (documents) => {
      app.read(documents);
      person.read(documents);
    },
    count: (used) => {
      app.count(used);
      person.count(used);
    },
  };
}
