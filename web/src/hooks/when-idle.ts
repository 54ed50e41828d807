/** Runs a function when the browser is idle. The returned function cancels it. Safari has no requestIdleCallback. There, each timer runs one step. */
export function whenIdle(run: (hasTime: () => boolean) => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 20, () => false);
    return () => {
      clearTimeout(timer);
    };
  }
  const request = requestIdleCallback((deadline) => {
    run(() => deadline.timeRemaining() > 5);
  });
  return () => {
    cancelIdleCallback(request);
  };
}
