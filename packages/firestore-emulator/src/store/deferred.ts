export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Does the same as Promise.withResolvers, which Node 20 doesn't have. */
export function deferred(): Deferred {
  let [resolve, reject]: [Deferred['resolve'], Deferred['reject']] = [noop, noop];
  const promise = new Promise<void>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
}

function noop(): void {
  // `deferred` replaces this before it returns.
}
