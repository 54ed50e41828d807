import type { Batched } from '@foldmark/contract/batch';
import { type BatchableChange, createdKind, type LibraryChange } from '@foldmark/library/changes/changes';
import type { User } from '@foldmark/library/entities/entities';

import type { Result } from '#web/sync/changes/sending/sending.ts';

/** The server's result of a single change. In the answer, fields that a guard has protected have other values. */
export function singleResult(change: LibraryChange, answer: object | null): Result {
  const stored = new Map<string, unknown>(Object.entries(answer ?? {}));
  const result = { index: 0, skipped: null, answer };
  if ('ref' in change) {
    const id = stored.get(`${createdKind(change)}_id`);
    return typeof id === 'number' ? { ...result, id } : result;
  }
  const guard = change.kind === 'revert' ? change.edits[0]?.after : 'if' in change ? change.if : null;
  const values = change.kind === 'revert' ? change.edits[0]?.before : change;
  const wanted = new Map<string, unknown>(Object.entries(values ?? {}));
  if ('s3_key' in change) wanted.set('image_s3_key', change.s3_key);
  const fields = Object.keys(guard ?? {}).filter((field) => stored.get(field) !== wanted.get(field));
  return fields.length === 0 ? result : { ...result, skipped: { why: 'changed', fields } };
}

/** The server's results of the changes of a part. `indexes` are their positions in the part before some changes were left out. */
export function batchResults(
  changes: readonly BatchableChange[],
  indexes: readonly number[],
  answer: Batched,
): readonly Result[] {
  const ids = new Map(answer.created.map(({ ref, id }) => [ref, id]));
  const skipped = new Map(answer.skipped.map((one) => [one.index, one]));
  return changes.map((change, position) => {
    const id = 'ref' in change ? ids.get(change.ref) : undefined;
    return {
      index: indexes[position] ?? 0,
      skipped: skipped.get(position) ?? null,
      ...(id === undefined ? {} : { id }),
    };
  });
}

export function isUser(answer: object): answer is User {
  return 'display_name' in answer && 'user_id' in answer;
}
