import type { User } from '@foldmark/contract/entities';

import type { ApiError } from '#web/api/api-error.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Micros } from '#web/sync/model/records.ts';
import type { Failures } from '#web/sync/mutations/failures.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';
import type { Mutate, MutateOptions } from '#web/sync/mutations/mutations.ts';
import type { Patches } from '#web/sync/mutations/patches.ts';

/** What every action works with. */
export interface ActionContext {
  readonly library: Library;
  readonly mutate: Mutate;
  readonly patches: Patches;
  readonly failures: Failures;
  readonly now: () => Micros;
  /** Hears of the profile after a change of it. */
  readonly userChanged: (user: User) => void;
}

/** Something new: it is there under its key at once, and the outcome says whether it stays. */
export interface Created<A> {
  readonly key: Key;
  readonly outcome: Promise<Outcome<A>>;
}

export type Awaited = Pick<MutateOptions, 'isAwaited'>;

/** Where an image is in the bucket; null takes it away. */
export interface ImagePlace {
  readonly bucket: string;
  readonly key: string;
}

export function inputOfPlace(place: ImagePlace | null) {
  return { s3_bucket: place?.bucket ?? '', s3_key: place?.key ?? '' };
}

/**
 * For a selection: shows all at once what is sent one by one. Fine when all of them are, else the first thing that was
 * wrong; the list of failures then has one entry, which tries those that failed again.
 */
export async function together<T, A>(
  context: ActionContext,
  things: readonly T[],
  title: string,
  one: (thing: T, options: Awaited) => Promise<Outcome<A>>,
): Promise<Outcome<readonly A[]>> {
  const started: { readonly thing: T; readonly outcome: Promise<Outcome<A>> }[] = [];
  context.library.batch(() => {
    for (const thing of things) started.push({ thing, outcome: one(thing, { isAwaited: true }) });
  });
  const answers: A[] = [];
  const failed: T[] = [];
  let first: ApiError | undefined;
  for (const { thing, outcome } of started) {
    const result = await outcome;
    if (result.ok) answers.push(result.answer);
    else {
      failed.push(thing);
      first ??= result.error;
    }
  }
  if (first === undefined) return { ok: true, answer: answers };
  if (first.code !== 'cancelled') {
    context.failures.add(title, first.messages, () => void together(context, failed, title, one));
  }
  return { ok: false, error: first };
}
