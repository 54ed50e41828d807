import type { GrpcClient } from '#firestore/bench/grpc-client.ts';

/** Counts the documents that listeners receive. */
export class Arrivals {
  #left = 0;
  #done = (): void => {};

  readonly arrived = (): void => {
    this.#left -= 1;
    if (this.#left === 0) this.#done();
  };

  async wait(count: number): Promise<void> {
    this.#left = count;
    await new Promise<void>((resolve) => {
      this.#done = resolve;
    });
  }
}

/** Measures the time from sending the commit until the last listener has received the document. */
export async function timeChange(
  writer: GrpcClient,
  path: string,
  arrivals: Arrivals,
  count: number,
  round: number,
): Promise<number> {
  const all = arrivals.wait(count);
  const started = performance.now();
  await Promise.all([writer.set(`${path}/5`, 1_000_000 + round), all]);
  return performance.now() - started;
}
