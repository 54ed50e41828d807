import type { Log } from '#firestore/log/log.ts';
import type { Caller } from '#firestore/api/service.ts';
import { toClientError, StatusError } from '#firestore/api/status.ts';
import type { Call } from '#firestore/api/calls.ts';
import { errorAnswer, errorBody, httpStatus, jsonAnswer } from '#firestore/wire/http/http-answer.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import type { MessageType, Messages } from '#firestore/protobuf/messages.ts';
import { createTranscoder } from '#firestore/wire/rest/transcoder.ts';

export interface RestDependencies {
  readonly messages: Messages;
  readonly calls: ReadonlyMap<string, Call>;
  readonly callerOf: (request: HttpRequest) => Caller;
  readonly log: Log;
}

/** Answers the REST form of the calls. Returns null for any other request. */
export function createRest(
  dependencies: RestDependencies,
): (request: HttpRequest) => Promise<HttpAnswer | null> {
  const transcode = createTranscoder(dependencies.messages);
  return async (request) => {
    const transcoded = transcode(request);
    if (transcoded === null) return null;
    const { method, message } = transcoded;
    const call = dependencies.calls.get(method.name);
    if (call === undefined) throw unimplemented(method.name);
    const caller = dependencies.callerOf(request);
    switch (call.kind) {
      case 'unary':
        return jsonAnswer(method.response.toJson(await call.run(message, caller)));
      case 'streamed':
        return streamedAnswer(method.response, call.run(message, caller), dependencies.log);
      case 'duplex':
        throw unimplemented(method.name, ' by REST: use gRPC or WebChannel');
    }
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
