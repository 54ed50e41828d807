/** The path in small letters and without slashes at its end, as the router compares paths. */
export function normalPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(.)\/+$/, '$1');
}
