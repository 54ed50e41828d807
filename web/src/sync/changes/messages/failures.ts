import { createStore, type Readable } from '#web/sync/store.ts';

/** A message about a change that was not made as the user wanted. It stays until the user acts on it or dismisses it. */
export interface Failure {
  readonly id: number;
  readonly title: string;
  /** The reasons, one entry per line. */
  readonly messages: readonly string[];
  /** The action that the message offers. It removes the failure from the list. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
  readonly dismiss: () => void;
}

export interface Failures {
  readonly list: Readable<readonly Failure[]>;
  /** Returns a function that removes the failure. */
  readonly add: (failure: Pick<Failure, 'title' | 'messages' | 'action'>) => () => void;
}

const NONE: readonly Failure[] = [];

export function createFailures(): Failures {
  const list = createStore(NONE);
  let last = 0;
  return {
    list,
    add: ({ title, messages, action }) => {
      const id = (last += 1);
      const dismiss = (): void => {
        list.set(list.get().filter((failure) => failure.id !== id));
      };
      const dismissing = action && {
        label: action.label,
        run: () => {
          dismiss();
          action.run();
        },
      };
      list.set([...list.get(), { id, title, messages, action: dismissing, dismiss }]);
      return dismiss;
    },
  };
}
