import { type NewGesture, perform } from '#extension/queue/perform.ts';

const KIND = 'perform';

/** Lets the worker make a gesture of a page that is closing: the browser would stop the page before the gesture is stored. */
export function handOver({ label, changes }: NewGesture): void {
  chrome.runtime.sendMessage({ kind: KIND, label, changes }).catch(() => undefined);
}

/** Makes the gestures of closed pages. Call it in the worker, before anything is awaited. */
export function listenForGestures(): void {
  chrome.runtime.onMessage.addListener((message: unknown) => {
    // There is no page any more that could tell of a failure.
    if (isGesture(message)) perform(message).catch(() => undefined);
  });
}

/** `perform` checks the changes. */
function isGesture(message: unknown): message is NewGesture {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === KIND &&
    'label' in message &&
    'changes' in message &&
    Array.isArray(message.changes)
  );
}
