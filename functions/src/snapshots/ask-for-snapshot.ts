import { messageOf } from '#functions/errors/error-fields.ts';
import type { SnapshotReason } from '#functions/store/snapshots/snapshots.ts';
import type { Services } from '#functions/services/services.ts';

type Needs = Pick<Services, 'log' | 'snapshots' | 'writeSnapshotLater'>;

/**
 * Asks for a new snapshot after the commit that makes it necessary. Returns whether one will be written. Only logs an error,
 * because the change is made, and a library is complete without a snapshot.
 */
export async function askForSnapshot(services: Needs, uid: string, reason: SnapshotReason): Promise<boolean> {
  try {
    const asked = await (await services.snapshots(uid)).ask(reason);
    if (asked === 'now') await services.writeSnapshotLater(uid);
    return asked !== 'no';
  } catch (cause) {
    services.log.warn('a snapshot could not be asked for', { why: reason.why, error: messageOf(cause) });
    return false;
  }
}
