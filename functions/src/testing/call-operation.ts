import type { ParsedInput, SignedInPath } from '@foldmark/contract/endpoints';

import type { Library } from '#functions/store/library.ts';
import type { Operation } from '#functions/operations/operation.ts';
import type { Accounts, Caller } from '#functions/services/accounts.ts';
import type { Author } from '#functions/store/action-documents.ts';
import type { PageJob, Services } from '#functions/services/services.ts';
import { callerOf } from '#functions/testing/caller.ts';
import { noServices } from '#functions/testing/no-services.ts';

interface Options extends Partial<Omit<Services, 'library' | 'accounts'>> {
  readonly accounts?: Partial<Accounts>;
  readonly caller?: Partial<Caller>;
  readonly minimal?: boolean;
  readonly requestKey?: string;
  readonly author?: Author | null;
  /** Receives the queued tasks that read a page. */
  readonly pages?: PageJob[];
}

/** Calls an operation with a library. */
export async function callOperation<P extends SignedInPath>(
  operation: Operation<P>,
  library: Library,
  input: ParsedInput<P>,
  { minimal = false, requestKey, author = null, caller, pages = [], ...services }: Options = {},
) {
  return operation(
    {
      input,
      caller: { ...callerOf('u1', 'a@example.com'), ...caller },
      minimal,
      requestKey: requestKey ?? null,
      author,
    },
    noServices({
      library: async () => library,
      readPageLater: async (page) => void pages.push(page),
      ...services,
    }),
  );
}
