/** A tab in the background draws no frames. */
const NO_FRAME_MS = 500;

/** For what must not keep the page from being drawn. */
export async function afterFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, NO_FRAME_MS);
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
