import * as z from 'zod/mini';

import { failureAnswerSchema } from '../answers.ts';
import type { Answer, Input, Path } from '../endpoints.ts';
import { PLEASE_LOG_IN } from '../failure-texts.ts';
import { badAnswer, type CallError, ended } from './call-error.ts';
import { type ClientDeps, exchange, failed, type Received } from './exchange.ts';

export interface CallDeps extends ClientDeps {
  /** The access token. `refused` is one that the server has just refused, so another one is needed. */
  readonly token: (refused: string | null) => Promise<string>;
  readonly signal?: AbortSignal;
}

/** The schema of an answer. The caller passes it, because the table of all schemas would be most of a small app. */
type AnswerSchema<P extends Path> = z.ZodMiniType<Answer<P>>;

/**
 * Makes a call of docs/api.md with an access token. If the server refuses the token, it asks once for another one.
 *
 *     await callApi(deps, '/users/get/', {}, userSchema)
 */
export async function callApi<P extends Path>(
  deps: CallDeps,
  path: P,
  input: Input<P>,
  schema: AnswerSchema<P>,
): Promise<Answer<P>> {
  const token = await deps.token(null);
  let received = await post(deps, path, input, token);
  if (received.status === 401) received = await post(deps, path, input, await deps.token(token));
  if (received.status !== 200) throw failureOf(received);
  const answer = z.safeParse(schema, received.body);
  if (!answer.success) throw badAnswer(received.status, answer.error);
  return answer.data;
}

async function post<P extends Path>(
  deps: CallDeps,
  path: P,
  input: Input<P>,
  token: string,
): Promise<Received> {
  return exchange(deps, `/api${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    ...(deps.signal === undefined ? {} : { signal: deps.signal }),
  });
}

function failureOf(received: Received): CallError {
  const answer = z.safeParse(failureAnswerSchema, received.body);
  if (!answer.success) return failed(received, null);
  const { code = null, primary_error, errors = [] } = answer.data;
  const messages = primary_error === undefined ? errors : [primary_error];
  // The server has refused two tokens, and the second one was new.
  if (received.status === 401)
    return ended({ status: 401, failure: code, cause: messages[0] ?? PLEASE_LOG_IN });
  return failed(received, messages.length === 0 ? null : { failure: code, messages });
}
