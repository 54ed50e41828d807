import { newLink } from '@foldmark/library/entities/new-link';
import type { StoredUser } from '@foldmark/contract/stored';
import { setTimeout as pause } from 'node:timers/promises';

import { MemoryAllowance } from '#functions/allowance/memory-allowance.ts';
import { COST } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { handle } from '#functions/http/handle.ts';
import type { ApiRequest } from '#functions/http/message.ts';
import { operations as real, type Operations } from '#functions/operations/operations.ts';
import type { Services } from '#functions/services/services.ts';
import { noLibrary, noServices } from '#functions/testing/no-services.ts';

const CALLER = {
  uid: 'u1',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada',
  provider: 'password',
  signedInAt: new Date(0),
};

/** The real operations, with fixed results for some. */
const operations: Operations = {
  open: real.open,
  signedIn: {
    ...real.signedIn,
    '/links/get/': async ({ input, caller }) => ({
      ...newLink(input.link_id, ''),
      url: caller.uid,
      name: '',
      created_at: new Date(0),
    }),
    '/links/list/': async () => {
      throw new Error('a secret detail');
    },
    '/folders/get/': async () => {
      throw new Failure('noSuchFolder');
    },
    '/folders/list/': async ({ requestKey }, { log }) => {
      log.info('listed', { requestKey });
      return [];
    },
    '/favorites/toggle/': async ({ minimal }) => (minimal ? null : []),
    '/users/get-auth/': async () => ({
      user_id: 'u1',
      display_name: '',
      avatar: '',
      email: '',
      email_verified: true,
      time_zone_abbreviation: '',
      created_at: new Date(0),
    }),
  },
};

interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const USER: StoredUser = {
  user_id: 'u1',
  display_name: '',
  avatar: '',
  email: '',
  time_zone_abbreviation: '',
  ownership: 'confirmed',
  created_at: epoch(),
  updated_at: epoch(),
};

function epoch(): StoredUser['created_at'] {
  return { seconds: 0, nanoseconds: 0, toMillis: () => 0, toDate: () => new Date(0) };
}

/** Services that accept the token 'good' and three calls, with the lines that they log. */
export function setUp(profile: StoredUser | null = USER): { services: Services; lines: Line[] } {
  const lines: Line[] = [];
  const collect = (message: string, fields: Line['fields']) => void lines.push({ message, fields });
  const services = noServices({
    log: { info: collect, warn: collect, error: collect },
    newId: () => 'request-1',
    accounts: {
      verify: async (token) => {
        await pause(0);
        if (token !== 'good') throw new Failure('notSignedIn');
        return CALLER;
      },
    },
    allowance: new MemoryAllowance({ readsAMinute: () => 3 * COST.call, now: () => new Date(0) }),
    library: async () => noLibrary({ user: async () => profile }),
  });
  return { services, lines };
}

interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request to `handle`. By default the caller is signed in. */
export async function call(path: string, sent: RequestParts = {}, { services } = setUp()) {
  const headers: Record<string, string> = {
    'auth-token': 'good',
    'content-type': 'application/json',
    ...sent.headers,
  };
  const request: ApiRequest = {
    method: sent.method ?? 'POST',
    path: path.replace(/\?.*$/, ''),
    url: path,
    header: (name) => headers[name],
    body: typeof sent.body === 'string' ? Buffer.from(sent.body) : sent.body,
  };
  const answer = await handle(request, operations, services);
  const body: unknown = answer.body === null ? null : JSON.parse(answer.body);
  return { ...answer, body };
}
