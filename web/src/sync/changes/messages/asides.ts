import { createStore, type Readable } from '#web/sync/store.ts';

/**
 * A gesture that the server could not make after several tries. It stays, also across reloads, until the user decides about it.
 */
export interface Aside {
  /** The request key of the gesture. */
  readonly id: string;
  /** When the user made the gesture. */
  readonly at: number;
  readonly title: string;
  /** The names of the links and folders in the gesture. */
  readonly names: readonly string[];
  readonly reasons: readonly string[];
  /** Both functions remove the gesture from the list. */
  readonly retry: () => void;
  readonly discard: () => void;
}

export interface Asides {
  readonly list: Readable<readonly Aside[]>;
  readonly add: (aside: Aside) => void;
  /** Discards the gesture with this id, if it is in the list. */
  readonly discard: (id: string) => void;
}

const NONE: readonly Aside[] = [];

export function createAsides(): Asides {
  const list = createStore(NONE);
  return {
    list,
    add: (aside) => {
      const remove = (): void => {
        list.set(list.get().filter(({ id }) => id !== aside.id));
      };
      const retry = (): void => {
        remove();
        aside.retry();
      };
      const discard = (): void => {
        remove();
        aside.discard();
      };
      // Oldest first, because a gesture can depend on objects that an earlier one created.
      list.set([...list.get(), { ...aside, retry, discard }].toSorted((one, other) => one.at - other.at));
    },
    discard: (id) =>
      list
        .get()
        .find((aside) => aside.id === id)
        ?.discard(),
  };
}
