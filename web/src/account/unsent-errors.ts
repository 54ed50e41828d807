import { PLEASE_LOG_IN } from '@foldmark/contract/failure-texts';

import { keptText } from '#web/sync/changes/messages/failure-texts.ts';
import { countUnsent } from '#web/sync/replica/outbox-database.ts';

/** What the login screen says about unsent changes after a session has ended. The texts are those of refused changes. */
export async function unsentErrors(uid: string): Promise<readonly string[]> {
  const count = await countUnsent(uid);
  return count === 0 ? [] : [keptText(count), PLEASE_LOG_IN];
}
