/**
 * Calls back after a closing overlay has restored the focus. The overlay does that in the next frame, perhaps to an element that
 * is gone. Returns a function that cancels the call.
 */
export function afterOverlay(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
  };
}
