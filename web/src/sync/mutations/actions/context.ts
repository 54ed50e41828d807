import type { User } from '@foldmark/contract/entities';

import type { ApiError } from '#web/api/api-error.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Micros } from '#web/sync/model/records.ts';
import type { Failures } from '#web/sync/mutations/failures.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';
import type { Mutate, MutateOptions } from '#web/sync/mutations/mutations.ts';
import type { Patches } from '#web/sync/mutations/patches.ts';

export interface ActionContext {
  readonly library: Library;
  readonly mutate: Mutate;
  readonly patches: Patches;
  readonly failures: Failures;
  readonly now: () => Micros;
  /** Called with the profile after a change of it. */
  readonly userChanged: (user: User) => void;
}

/** A new link or folder. It shows under its key at once; if the outcome is a failure, it is removed. */
export interface Created<A> {
  readonly key: Key;
  readonly outcome: Promise<Outcome<A>>;
}

export type Awaited = Pick<MutateOptions, 'isAwaited'>;

/** Where an image is in the bucket. */
export interface ImagePlace {
  readonly bucket: string;
  readonly key: string;
}

/** Null removes the image. */
export function inputOfPlace(place: ImagePlace | null) {
  return { s3_bucket: place?.bucket ?? '', s3_key: place?.key ?? '' };
}

/**
 * Changes a selection: shows all changes at once and sends one call per item. If some fail, the outcome is the first
 * error, and the failure list gets one entry whose retry repeats only the failed items.
 */
export async function together<T, A>(
  context: ActionContext,
  items: readonly T[],
  title: string,
  change: (item: T, options: Awaited) => Promise<Outcome<A>>,
): Promise<Outcome<readonly A[]>> {
  const started: { readonly item: T; readonly outcome: Promise<Outcome<A>> }[] = [];
  context.library.batch(() => {
    for (const item of items) started.push({ item, outcome: change(item, { isAwaited: true }) });
  });
  const answers: A[] = [];
  const failed: T[] = [];
  let first: ApiError | undefined;
  for (const { item, outcome } of started) {
    const result = await outcome;
    if (result.ok) answers.push(result.answer);
    else {
      failed.push(item);
      first ??= result.error;
    }
  }
  if (first === undefined) return { ok: true, answer: answers };
  if (first.code !== 'cancelled') {
    context.failures.add(title, first.messages, () => void together(context, failed, title, change));
  }
  return { ok: false, error: first };
}
