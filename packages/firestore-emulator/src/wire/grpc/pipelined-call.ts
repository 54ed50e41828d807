import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** Enough small answers to fill a packet. Few enough that large answers to a slow client don't pile up in memory. */
const MAX_IN_FLIGHT = 64;

/**
 * Lets a stream write its next answer before the socket has taken the last ones. gRPC itself waits for each answer, so
 * the first snapshot of a large collection needs one packet per document. With several answers in flight HTTP/2 fills
 * its frames, which saves both sides most of the work.
 */
export const pipelineInterceptor: ServerInterceptor = (method, call) =>
  method.responseStream ? new PipelinedCall(call) : new ServerInterceptingCall(call);

class PipelinedCall extends ServerInterceptingCall {
  #inFlight = 0;
  #requestNext: (() => void) | null = null;

  override sendMessage(message: unknown, requestNext: () => void): void {
    this.#inFlight += 1;
    super.sendMessage(message, () => {
      this.#inFlight -= 1;
      this.#requestNextIfRoom();
    });
    this.#requestNext = requestNext;
    this.#requestNextIfRoom();
  }

  #requestNextIfRoom(): void {
    if (this.#inFlight >= MAX_IN_FLIGHT) return;
    const requestNext = this.#requestNext;
    this.#requestNext = null;
    requestNext?.();
  }
}
