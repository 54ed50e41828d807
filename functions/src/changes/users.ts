import type { ChangeOf } from '@foldmark/library/changes/changes';
import type { StoredUser } from '@foldmark/contract/stored';

import { type Changed, guarded } from '#functions/changes/guard.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import { requireUser } from '#functions/library/require-user.ts';

export async function setUser(
  transaction: LibraryTransaction,
  { if: expected, ...wanted }: Omit<ChangeOf<'user.set'>, 'kind'>,
): Promise<Changed<StoredUser>> {
  const user = await requireUser(transaction);
  const { fields, leftAlone } = guarded(user, wanted, expected);
  return { entity: transaction.changeUser(user, fields), leftAlone };
}
