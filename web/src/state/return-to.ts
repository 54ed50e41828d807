/** The path that was redirected to the login screen. It is stored in the history entry, so that it survives a reload. */
export interface ReturnTo {
  readonly returnTo: string;
}

/** The path to show after the login. Anything but a path of this app becomes '/'. */
export function returnToIn(state: unknown): string {
  const path: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : null;
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/';
}
