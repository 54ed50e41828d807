/**
 * Whether an address is a page of the app, including unknown routes. Excludes the API, OAuth, the reserved paths of Hosting and the
 * local suite below `/__`, and files.
 */
export function isOurPage({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): boolean {
  if (origin !== location.origin) return false;
  return !/^\/(?:api|oauth|\.well-known|__[^/]*)(?:\/|$)/.test(pathname) && !/\.[^/]+$/.test(pathname);
}
