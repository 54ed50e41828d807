import type { FailureCode } from '@foldmark/contract/failures';

import { ApiError } from '#web/api/api-error.ts';

export function isFailure(error: unknown, failure: FailureCode): boolean {
  return error instanceof ApiError && error.failure === failure;
}

export function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}
