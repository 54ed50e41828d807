/** A page tells its service worker which images it showed before the worker controlled it. */
export interface ShownImages {
  readonly shownImages: readonly string[];
}

export function shownImages(): ShownImages {
  const images = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'img');
  return { shownImages: [...new Set(images.map(({ name }) => name))] };
}

/** The addresses in a message from a page. */
export function shownImagesIn(message: unknown): readonly URL[] {
  if (typeof message !== 'object' || message === null || !('shownImages' in message)) return [];
  const { shownImages: addresses } = message;
  if (!Array.isArray(addresses)) return [];
  return addresses
    .map(String)
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address));
}
