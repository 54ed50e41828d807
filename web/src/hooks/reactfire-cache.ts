/** reactfire keeps whatever it has subscribed to, also what has ended, and an error for ever. */
export function forgetObservable(id: string): void {
  const observables: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (observables instanceof Map) observables.delete(id);
}
