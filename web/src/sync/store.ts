/** An observable value. */
export interface Readable<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<T> extends Readable<T> {
  readonly set: (value: T) => void;
}

/** Resolves when the value matches the condition. */
export async function until<T>(
  { get, subscribe }: Readable<T>,
  isThis: (value: T) => boolean,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isThis(get())) return;
      stop();
      resolve();
    };
    const stop = subscribe(check);
    check();
  });
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
