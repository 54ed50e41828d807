import type { Answer, OpenPath, ParsedInput, SignedInPath } from '@foldmark/contract/endpoints';

import type { Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';

/** What a path does that anybody may call. */
export type OpenOperation<P extends OpenPath> = (
  input: ParsedInput<P>,
  services: Services,
) => Promise<Answer<P>>;

export interface Call<P extends SignedInPath> {
  readonly input: ParsedInput<P>;
  readonly caller: Caller;
  /** The caller does not want what this call would answer. */
  readonly minimal: boolean;
  /** The same in every repeat of one request; null where the caller gave none. */
  readonly requestKey: string | null;
}

/** What a path does for a signed-in caller. Null, where the call is `minimal`, is an answer without a body. */
export type Operation<P extends SignedInPath> = (
  call: Call<P>,
  services: Services,
) => Promise<Answer<P> | null>;
