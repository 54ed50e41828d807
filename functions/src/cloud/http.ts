import type { HttpsFunction, Request } from 'firebase-functions/v2/https';

import type { ApiAnswer, ApiRequest } from '#functions/http/message.ts';

export function requestOf(request: Request): ApiRequest {
  return {
    method: request.method,
    path: request.path,
    url: request.originalUrl,
    header: (name) => request.get(name),
    body: request.rawBody,
  };
}

export function send(answer: ApiAnswer, response: Parameters<HttpsFunction>[1]): void {
  response
    .status(answer.status)
    .set(answer.headers)
    .end(answer.body ?? undefined);
}
