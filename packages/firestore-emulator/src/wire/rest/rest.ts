import type { Log } from '#firestore/log/log.ts';
import type { Caller } from '#firestore/api/service.ts';
import { toClientError, StatusError } from '#firestore/api/status.ts';
import type { Call } from '#firestore/api/calls.ts';
import { errorAnswer, errorBody, httpStatus, jsonAnswer } from '#firestore/wire/http/http-answer.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import type { MessageType, Messages } from '#firestore/protobuf/messages.ts';
import type { RefuseHttp } from '#firestore/wire/refusals.ts';
import { createTranscoder, type TranscodedRequest } from '#firestore/wire/rest/transcoder.ts';

export interface RestDependencies {
  readonly messages: Messages;
  readonly calls: ReadonlyMap<string, Call>;
  readonly callerOf: (request: HttpRequest) => Caller;
  readonly log: Log;
  readonly refuse: RefuseHttp;
}

interface AcceptedRequest extends TranscodedRequest {
  readonly call: Exclude<Call, { kind: 'duplex' }>;
  readonly caller: Caller;
}

/** Answers the REST form of the calls. Returns null for any other request. */
export function createRest(
  dependencies: RestDependencies,
): (request: HttpRequest) => Promise<HttpAnswer | null> {
  const transcode = createTranscoder(dependencies.messages);
  const accept = (request: HttpRequest): AcceptedRequest | null => {
    const transcoded = transcode(request);
    if (transcoded === null) return null;
    const { name } = transcoded.method;
    const call = dependencies.calls.get(name);
    if (call === undefined) throw unimplemented(name);
    const caller = dependencies.callerOf(request);
    if (call.kind === 'duplex') throw unimplemented(name, ' by REST: use gRPC or WebChannel');
    return { ...transcoded, call, caller };
  };
  return async (request) => {
    let accepted: AcceptedRequest | null;
    try {
      accepted = accept(request);
    } catch (error) {
      dependencies.refuse(request, error);
      throw error;
    }
    if (accepted === null) return null;
    const { method, message, call, caller } = accepted;
    return call.kind === 'unary'
      ? jsonAnswer(method.response.toJson(await call.run(message, caller)))
      : streamedAnswer(method.response, call.run(message, caller), dependencies.log);
  };
}

function unimplemented(name: string, how = ''): StatusError {
  return new StatusError('UNIMPLEMENTED', `${name} is not supported${how}.`);
}

/**
 * Sends the answers as one JSON array as they arrive. Waits for the first one, because the HTTP status can show an error
 * only before the body starts. An error is an array too, because the SDKs expect an array from these calls.
 */
async function streamedAnswer(
  type: MessageType,
  answers: AsyncIterable<object>,
  log: Log,
): Promise<HttpAnswer> {
  const iterator = answers[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    return jsonAnswer(jsonArray(type, first, iterator, log));
  } catch (error) {
    const clientError = toClientError(error, log);
    return jsonAnswer(JSON.stringify([errorBody(clientError)]), httpStatus(clientError));
  }
}

async function* jsonArray(
  type: MessageType,
  first: IteratorResult<object>,
  rest: AsyncIterator<object>,
  log: Log,
): AsyncIterable<string> {
  yield '[';
  let separator = '';
  try {
    for (let next = first; next.done !== true; next = await rest.next()) {
      yield `${separator}${type.toJson(next.value)}`;
      separator = ',\r\n';
    }
  } catch (error) {
    yield `${separator}${JSON.stringify(errorBody(toClientError(error, log)))}`;
  } finally {
    await rest.return?.();
  }
  yield ']';
}

export function clientErrorAnswer(error: unknown, log: Log): HttpAnswer {
  return errorAnswer(toClientError(error, log));
}
