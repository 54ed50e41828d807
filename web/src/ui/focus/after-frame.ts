/** The fallback for a background tab, which renders no frames. */
const NO_FRAME_MS = 500;

/** Resolves after the next frame. Use it for work that must not delay rendering. */
export async function afterFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
