export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Promise.withResolvers, which Node has from 22 on. */
export function deferred(): Deferred {
  let [resolve, reject]: [Deferred['resolve'], Deferred['reject']] = [noop, noop];
  const promise = new Promise<void>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
}

function noop(): void {
  // The promise's own functions take its place before `deferred` returns.
}
