/**
 * Whether an address is one of the app's own, whatever its router makes of it. Not the API, not what Hosting and the local
 * suite keep below `/__`, and no file.
 */
export function isOurPage({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): boolean {
  if (origin !== location.origin) return false;
  return !/^\/(?:api|__[^/]*)(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname);
}
