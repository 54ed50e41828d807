const PREFIX = '/api/';

/** `/api/links/get`, `/links/get` and `/links/get/` are one call. */
export function canonicalPath(path: string): string {
  const bare = path.startsWith(PREFIX) ? path.slice(PREFIX.length - 1) : path;
  return bare.endsWith('/') ? bare : `${bare}/`;
}
