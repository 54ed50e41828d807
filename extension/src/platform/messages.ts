import type { ToWorker } from '#extension/platform/environment.ts';

const CHANGED = 'changed';

type Listener<T> = (message: T) => void;

/** Those of this context: a browser delivers a message to all contexts of the extension but its sender. */
const ownListeners = { worker: new Set<Listener<ToWorker>>(), changed: new Set<() => void>() };

/** Calls the listener for each message to the worker. Call it in the worker, before anything is awaited. */
export function listenInWorker(listener: Listener<ToWorker>): void {
  ownListeners.worker.add(listener);
  chrome.runtime.onMessage.addListener((message: unknown) => {
    if (isToWorker(message)) listener(message);
  });
}

/** Calls the listener when the connection, the copy or the queue may have changed. */
export function listenForChanges(listener: () => void): void {
  ownListeners.changed.add(listener);
  chrome.runtime.onMessage.addListener((message: unknown) => {
    if (kindOf(message) === CHANGED) listener();
  });
}

export function tellWorker(message: ToWorker): void {
  if (ownListeners.worker.size > 0) for (const listener of ownListeners.worker) listener(message);
  else tell(message);
}

export function tellChanged(): void {
  for (const listener of ownListeners.changed) listener();
  tell({ kind: CHANGED });
}

function tell(message: object): void {
  // Rejects if no other context is open.
  chrome.runtime.sendMessage(message).catch(() => undefined);
}

function isToWorker(message: unknown): message is ToWorker {
  const kind = kindOf(message);
  return kind === 'send' || kind === 'send-now' || kind === 'pull';
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
