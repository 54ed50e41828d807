import type { Answer, OpenPath, ParsedInput, SignedInPath } from '@foldmark/contract/endpoints';

import type { Caller } from '#functions/services/accounts.ts';
import type { Author } from '#functions/store/action-documents.ts';
import type { Services } from '#functions/services/services.ts';

/** Handles a path that needs no sign-in. */
export type OpenOperation<P extends OpenPath> = (
  input: ParsedInput<P>,
  services: Services,
) => Promise<Answer<P>>;

export interface Call<P extends SignedInPath> {
  readonly input: ParsedInput<P>;
  readonly caller: Caller;
  /** The app whose token makes the call. Null if the person makes it. */
  readonly author: Author | null;
  /** Whether the caller asked for no answer body. */
  readonly minimal: boolean;
  /** The idempotency key: equal in every repeat of one request. Null if the caller sent none. */
  readonly requestKey: string | null;
}

/** Handles a path for a signed-in caller. Returns null, an answer without a body, only if the call is `minimal`. */
export type Operation<P extends SignedInPath> = (
  call: Call<P>,
  services: Services,
) => Promise<Answer<P> | null>;
