import type { Firestore } from 'firebase-admin/firestore';

import { type Meter, UNMETERED } from '#functions/allowance/meter.ts';
import { TokenChecks, tokenDigest } from '#functions/grants/token-checks.ts';
import type { Accounts } from '#functions/services/accounts.ts';
import type { Grants } from '#functions/services/grants.ts';
import type { Log } from '#functions/services/services.ts';
import { FirestoreGrants } from '#functions/store/apps/firestore-grants.ts';

interface Deps {
  readonly firestore: () => Promise<Firestore>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** The connected apps, with the checks of this instance. Each call counts its costs with its own meter. */
export function grantsOf({ firestore, accounts, now, log }: Deps): (meter: Meter) => Grants {
  const storeWith = async (meter: Meter) => new FirestoreGrants({ firestore: await firestore(), now, meter });
  // The caller of a check counts its cost, because the check finds out whose allowance it is.
  const checks = new TokenChecks({ store: async () => storeWith(UNMETERED), accounts, now, log });
  return (meter) => ({
    check: async (token) => checks.check(token),
    create: async (uid, grant, token) => (await storeWith(meter)).create(uid, grant, tokenDigest(token)),
    list: async (uid) => (await storeWith(meter)).list(uid),
    find: async (uid, grantId) => (await storeWith(meter)).find(uid, grantId),
    revoke: async (uid, grantId) => {
      const grant = await (await storeWith(meter)).revoke(uid, grantId);
      checks.forget(uid, grantId);
      return grant;
    },
    revokeBefore: async (uid, ms) => checks.revokeBefore(uid, ms),
  });
}
