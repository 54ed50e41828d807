/**
 * Gives the history entry of a page load the key that React Router reads: a new one for a new visit, and the stored one for a
 * reload or a return. Without it, all entries of page loads have the same key.
 */
export function nameHistoryEntry(): void {
  const [load] = performance.getEntriesByType('navigation');
  const isNew = load instanceof PerformanceNavigationTiming && load.type === 'navigate';
  const state: unknown = history.state;
  const entry = typeof state === 'object' && state !== null ? state : {};
  if (isNew || !('key' in entry)) history.replaceState({ ...entry, key: crypto.randomUUID() }, '');
}
