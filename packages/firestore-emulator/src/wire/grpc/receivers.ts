import { StatusError, toClientError } from '#firestore/api/status.ts';
import type { Call } from '#firestore/api/calls.ts';
import type { Caller, Duplex, StreamSink, Streamed, Unary } from '#firestore/api/service.ts';
import type { Log } from '#firestore/log/log.ts';
import type { GrpcCall } from '#firestore/wire/grpc/grpc-call.ts';

/** Receives the messages of one call. */
export interface Receiver {
  message(request: object): void;
  /** The client has sent all messages. */
  end(): void;
  drained(): void;
  /** The client has cancelled the call or disconnected. */
  aborted(): void;
}

/** What a receiver needs of its call. */
export interface CallContext {
  readonly out: GrpcCall;
  readonly caller: Caller;
  readonly encode: (message: object) => Buffer;
  readonly log: Log;
  /** Reports a request that the service does not receive. */
  readonly refused: (error: StatusError) => void;
}

export function createReceiver(call: Call, context: CallContext): Receiver {
  switch (call.kind) {
    case 'unary':
      return singleRequest(context, (request) => answerOnce(call.run, request, context));
    case 'streamed':
      return manyAnswers(call.run, context);
    case 'duplex':
      return duplex(call.open, context);
  }
}

function singleRequest({ out, refused }: CallContext, run: (request: object) => Promise<void>): Receiver {
  let only: object | null = null;
  const refuse = (message: string): void => {
    if (out.hasEnded) return;
    const error = new StatusError('UNIMPLEMENTED', message);
    refused(error);
    out.end(error);
  };
  return {
    message(request) {
      if (only !== null) refuse('The call takes only one request message.');
      only = request;
    },
    end() {
      if (only === null) refuse('The call has no request message.');
      else if (!out.hasEnded) void run(only);
    },
    drained() {},
    aborted() {},
  };
}

async function answerOnce(
  run: Unary<object, object>,
  request: object,
  { out, caller, encode, log }: CallContext,
): Promise<void> {
  try {
    out.send(encode(await run(request, caller)));
    out.end();
  } catch (error) {
    out.end(toClientError(error, log));
  }
}

function manyAnswers(run: Streamed<object, object>, context: CallContext): Receiver {
  const { out, caller, encode, log } = context;
  let resume: (() => void) | null = null;
  const answer = async (request: object): Promise<void> => {
    try {
      // The real service sends headers first (docs/decisions/029). Without headers, the SDK takes any error for a lost
      // connection. It then retries after two and after four seconds before it reports the error.
      out.sendHead();
      for await (const message of run(request, caller)) {
        if (out.hasEnded) return;
        if (out.send(encode(message)) || out.hasEnded) continue;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        if (out.hasEnded) return;
      }
      out.end();
    } catch (error) {
      out.end(toClientError(error, log));
    }
  };
  return {
    ...singleRequest(context, answer),
    drained: () => {
      resume?.();
    },
    aborted: () => {
      resume?.();
    },
  };
}

function duplex(open: Duplex<object, object>, { out, caller, encode, log }: CallContext): Receiver {
  const sink: StreamSink<object> = {
    send: (answer) => out.send(encode(answer)),
    end(error) {
      out.end(error === undefined ? undefined : toClientError(error, log));
    },
  };
  const source = open(sink, caller);
  let isClosed = false;
  const close = (): void => {
    if (!isClosed) source.close();
    isClosed = true;
  };
  return {
    message(request) {
      if (out.hasEnded) return;
      try {
        source.receive(request);
      } catch (error) {
        sink.end(StatusError.from(error));
        close();
      }
    },
    end: close,
    drained() {
      if (!out.hasEnded) source.resume();
    },
    aborted: close,
  };
}
