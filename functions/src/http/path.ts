const PREFIX = '/api/';

/** Normalizes `/api/links/get` and `/links/get` to `/links/get/`. */
export function canonicalPath(path: string): string {
  const bare = path.startsWith(PREFIX) ? path.slice(PREFIX.length - 1) : path;
  return bare.endsWith('/') ? bare : `${bare}/`;
}
