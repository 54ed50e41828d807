import type { IncomingHttpHeaders } from 'node:http';

import type { OnRefused } from '#firestore/api/refused-request.ts';
import type { Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { callerOf } from '#firestore/wire/callers/caller.ts';

export interface RefusedHttp {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** Reports a refused HTTP request. Without its query, which may have a token. */
export type RefuseHttp = (request: RefusedHttp, error: unknown) => void;

export function refuseHttp(onRefused: OnRefused, now: () => number): RefuseHttp {
  return ({ method, path, query, headers }, error) => {
    const channel = /\.Firestore\/(?<rpc>\w+)\/channel$/u.exec(path)?.groups?.['rpc'];
    onRefused({
      method: channel ?? method,
      path,
      resource: query.get('database') ?? percentDecoded(path),
      caller: likelyCaller(headers.authorization, now()),
      error: StatusError.from(error),
    });
  };
}

/** The caller of a refused request. An invalid token counts as none. */
export function likelyCaller(authorization: string | undefined, now: number): Caller {
  try {
    return callerOf(authorization, now);
  } catch {
    return { kind: 'user', auth: null };
  }
}

export function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
