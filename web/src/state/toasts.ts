import { createStore, type Readable } from '#web/sync/store.ts';

export interface NewToast {
  /** What happened, as a sentence. */
  readonly title: string;
  /** Why, where it went wrong. */
  readonly details?: readonly string[];
  readonly tone?: 'plain' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** The toast has gone without its action. */
  readonly onDismiss?: () => void;
}

export interface Toast extends NewToast {
  readonly id: number;
}

/** What happened out of sight, until it was seen. */
export interface Toasts {
  readonly list: Readable<readonly Toast[]>;
  readonly show: (toast: NewToast) => number;
  readonly remove: (id: number) => void;
}

/** More would cover the page; the oldest goes first. */
const AT_ONCE = 3;

export function createToasts(): Toasts {
  const list = createStore<readonly Toast[]>([]);
  let last = 0;
  return {
    list,
    show: (toast) => {
      const id = (last += 1);
      list.set([...list.get(), { ...toast, id }].slice(-AT_ONCE));
      return id;
    },
    remove: (id) => {
      list.set(list.get().filter((toast) => toast.id !== id));
    },
  };
}
