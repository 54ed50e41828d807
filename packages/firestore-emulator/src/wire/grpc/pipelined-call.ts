import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** Enough to fill packets with small answers; few enough that large ones of a slow client do not pile up. */
const MAX_UNDER_WAY = 64;

/**
 * Lets a stream write on while its last answers are still on their way to the socket. gRPC itself waits for each, so
 * that the first snapshot of a large collection is as many packets as it has documents; of what may wait together
 * HTTP/2 makes frames that are full, and both ends have a fraction of the work.
 */
export const pipelined: ServerInterceptor = (method, call) =>
  method.responseStream ? new PipelinedCall(call) : new ServerInterceptingCall(call);

class PipelinedCall extends ServerInterceptingCall {
  #underWay = 0;
  #held: (() => void) | null = null;

  override sendMessage(message: unknown, taken: () => void): void {
    this.#underWay += 1;
    super.sendMessage(message, () => {
      this.#underWay -= 1;
      this.#release();
    });
    this.#held = taken;
    this.#release();
  }

  #release(): void {
    if (this.#underWay >= MAX_UNDER_WAY) return;
    const taken = this.#held;
    this.#held = null;
    taken?.();
  }
}
