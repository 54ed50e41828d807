import { failureAnswer } from '@foldmark/contract/failures';
import { fieldsOf } from '@foldmark/library/entities/fields-of';
import type { Micros } from '@foldmark/library/entities/records';

import { LibraryCalls } from '#web/sync/memory-server/library-calls.ts';

/** The user of the demo. No account has this id. */
export const DEMO_UID = 'demo';

const NEEDS_ACCOUNT = "The demo can't do this. It needs an account.";

/** The server of the demo, in the memory of its tab. */
export class DemoServer extends LibraryCalls {
  readonly #report: (message: string, cause: unknown) => void;

  constructor(now: () => Micros, report: (message: string, cause: unknown) => void) {
    super(now, DEMO_UID);
    this.#report = report;
  }

  /** Answers the requests of the API client, none of which leaves the tab. */
  readonly fetch: typeof globalThis.fetch = async (url, init) => {
    const path = url instanceof Request ? url.url : String(url);
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    if (path === '/health/') return Response.json({ ok: true, version: 'demo' });
    if (path === '/snapshots/create/') return Response.json({ asked: false });
    if (!this.supports(path)) return Response.json({ errors: [NEEDS_ACCOUNT] }, { status: 400 });
    try {
      return this.call(path, fieldsOf(body), new Headers(init?.headers).get('idempotency-key'));
    } catch (error) {
      this.#report(`The demo couldn't answer ${path}.`, error);
      const { status, body: answer } = failureAnswer('unexpected');
      return Response.json(answer, { status });
    }
  };
}
