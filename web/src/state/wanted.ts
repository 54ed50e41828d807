/** What a visitor wanted to see travels in the history entry from the redirect to the login screen. */
export interface Wanted {
  readonly wanted: string;
}

/** Where to go after the login: only ever a path of this app. */
export function wantedIn(state: unknown): string {
  const wanted: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'wanted') : null;
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}
