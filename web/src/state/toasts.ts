import { createStore, type Readable } from '#web/sync/store.ts';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface NewToast {
  /** What happened, as a sentence. */
  readonly title: string;
  /** The reasons of an error. */
  readonly details?: readonly string[];
  readonly tone?: 'plain' | 'error';
  readonly action?: ToastAction;
  /** Shown before the action. */
  readonly other?: ToastAction | undefined;
  /** The toast stays at least until this resolves, and then for the usual time. */
  readonly until?: Promise<unknown>;
  /** After this time the action is impossible, so the toast closes even while it is hovered or focused. */
  readonly expiresAfterMs?: number;
  /** Called if the toast is dismissed without its action. */
  readonly onDismiss?: () => void;
}

export interface Toast extends NewToast {
  readonly id: number;
}

/** Messages about events that the current screen does not show. */
export interface Toasts {
  readonly list: Readable<readonly Toast[]>;
  /** Shows a toast. A toast with the same message is renewed: it moves to the end, and screen readers read it again. */
  readonly show: (toast: NewToast) => number;
  readonly remove: (id: number) => void;
}

/** More toasts would cover the page. The oldest one closes first. */
const MAX_COUNT = 3;

export function createToasts(): Toasts {
  const list = createStore<readonly Toast[]>([]);
  let last = 0;
  return {
    list,
    show: (toast) => {
      const id = (last += 1);
      const others = list.get().filter((other) => !isSame(other, toast));
      list.set([...others, { ...toast, id }].slice(-MAX_COUNT));
      return id;
    },
    remove: (id) => {
      list.set(list.get().filter((toast) => toast.id !== id));
    },
  };
}

/** Whether two toasts are the same message. Toasts with actions never are, because each action belongs to its own event. */
function isSame(one: NewToast, other: NewToast): boolean {
  const isMessage = [one, other].every(
    ({ action, onDismiss }) => action === undefined && onDismiss === undefined,
  );
  return isMessage && textOf(one) === textOf(other);
}

function textOf({ title, details = [] }: NewToast): string {
  return [title, ...details].join('\n');
}
