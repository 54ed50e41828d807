import type { Failure } from '#web/sync/mutations/mutation.ts';
import { createStore, type Readable } from '#web/sync/store.ts';

/** Failed changes whose caller does not show errors. Each stays until the user retries or dismisses it. */
export interface Failures {
  readonly list: Readable<readonly Failure[]>;
  readonly add: (title: string, messages: readonly string[], retry: () => void) => void;
}

const NONE: readonly Failure[] = [];

export function createFailures(): Failures {
  const list = createStore(NONE);
  let last = 0;
  return {
    list,
    add: (title, messages, retry) => {
      const id = (last += 1);
      const dismiss = (): void => {
        list.set(list.get().filter((failure) => failure.id !== id));
      };
      const retryOnce = (): void => {
        dismiss();
        retry();
      };
      list.set([...list.get(), { id, title, messages, retry: retryOnce, dismiss }]);
    },
  };
}
