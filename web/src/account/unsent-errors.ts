import { PLEASE_LOG_IN } from '@foldmark/contract/failures';

import { keptText } from '#web/sync/changes/messages/failure-texts.ts';
import { countUnsent } from '#web/sync/replica/outbox-database.ts';

/** What the login screen says after the end of a session with unsent changes, as if one of them had been refused. */
export async function unsentErrors(uid: string): Promise<readonly string[]> {
  const count = await countUnsent(uid);
  return count === 0 ? [] : [keptText(count), PLEASE_LOG_IN];
}
