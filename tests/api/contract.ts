import { failureAnswerSchema } from '@foldmark/contract/answers';
import { FAILURES_OF_NEED, SHARED_FAILURES, TOKEN_FAILURES } from '@foldmark/contract/endpoint';
import { endpoint, type Path } from '@foldmark/contract/endpoints';
import { failureAnswer } from '@foldmark/contract/failures';
import * as z from 'zod/mini';

/** Throws if the contract's table does not allow this answer for the call. */
export function checkAnswer(path: Path, status: number, body: unknown): void {
  const { answer, needs, failures, minimal } = endpoint(path);
  if (status === 200) {
    z.parse(answer, body);
    return;
  }
  if (status === 204 && minimal === true && body === null) return;
  const { code, primary_error, errors } = z.parse(failureAnswerSchema, body);
  if (status === 400 && code === 'invalid' && errors !== undefined && errors.length > 0) return;
  const known = [...SHARED_FAILURES, ...TOKEN_FAILURES, ...FAILURES_OF_NEED[needs], ...failures].find(
    (one) => one === code,
  );
  const answered = known === undefined ? null : failureAnswer(known);
  if (answered?.status === status && answered.body.primary_error === primary_error) return;
  throw new Error(`The contract knows no ${status} ${JSON.stringify(body)} of ${path}.`);
}
