import { ApiError } from '#web/api/api-error.ts';

export function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}
