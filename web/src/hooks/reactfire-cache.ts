/** reactfire caches every subscription forever, even ended and failed ones. */
export function forgetObservable(id: string): void {
  const observables: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (observables instanceof Map) observables.delete(id);
}
