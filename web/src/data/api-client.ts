import { failureAnswerSchema } from '@foldmark/contract/answers';
import { endpoint, isOpenPath, type Answer, type Input, type Path } from '@foldmark/contract/endpoints';
import { safeParse } from 'zod/mini';

import { ApiError } from './api-error.ts';

export interface ApiClient {
  /** Calls the API and answers what the contract says, or fails with an ApiError. */
  readonly call: <P extends Path>(path: P, input: Input<P>) => Promise<Answer<P>>;
}

interface ApiClientParts {
  readonly baseUrl: string;
  readonly fetcher: typeof fetch;
  /** The ID token of whoever is signed in now. */
  readonly idToken: () => Promise<string | null>;
}

export function createApiClient({ baseUrl, fetcher, idToken }: ApiClientParts): ApiClient {
  return {
    call: async (path, input) => {
      const token = isOpenPath(path) ? null : await tokenOf(idToken);
      const body = await send(fetcher, `${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token === null ? {} : { 'auth-token': token }) },
        body: JSON.stringify(input),
      });
      const answer = safeParse(endpoint(path).answer, body);
      if (!answer.success) throw ApiError.badAnswer(answer.error);
      return answer.data;
    },
  };
}

async function tokenOf(idToken: ApiClientParts['idToken']): Promise<string | null> {
  try {
    return await idToken();
  } catch (error) {
    // An expired token is renewed at the identity provider, which is out of reach.
    throw ApiError.offline(error);
  }
}

async function send(fetcher: typeof fetch, url: string, request: RequestInit): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetcher(url, request);
    text = await response.text();
  } catch (error) {
    throw ApiError.offline(error);
  }
  const body = parseJson(text);
  if (response.ok) return body;
  const failure = safeParse(failureAnswerSchema, body);
  if (!failure.success) throw ApiError.badAnswer(`${response.status} ${text.slice(0, 200)}`);
  throw ApiError.refused(failure.data);
}

/** An answer that is not JSON is taken as text; the schema of the call decides whether that will do. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
