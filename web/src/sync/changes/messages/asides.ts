import { createStore, type Readable } from '#web/sync/store.ts';

/** A gesture that the server could not make after several tries. It stays, also over reloads, until the person decides. */
export interface Aside {
  /** The request of the gesture. */
  readonly id: string;
  /** When the person made it. */
  readonly at: number;
  readonly title: string;
  /** Of the links and folders that it is about. */
  readonly names: readonly string[];
  readonly reasons: readonly string[];
  /** Both remove it from the list. */
  readonly retry: () => void;
  readonly discard: () => void;
}

export interface Asides {
  readonly list: Readable<readonly Aside[]>;
  readonly add: (aside: Aside) => void;
  /** Discards the one with this id, if there is one. */
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
      // Oldest first, because each can be about what one before it has made.
      list.set([...list.get(), { ...aside, retry, discard }].toSorted((one, other) => one.at - other.at));
    },
    discard: (id) =>
      list
        .get()
        .find((aside) => aside.id === id)
        ?.discard(),
  };
}
