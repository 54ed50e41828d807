import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import type { Page, Request } from '@playwright/test';

const FILE = join(PROJECT_ROOT, '.local/faults/calls.jsonl');
/** A list of a library would fill the file. */
const BODY_LENGTH = 20_000;

mkdirSync(dirname(FILE), { recursive: true });
rmSync(FILE, { force: true });

/** Logs the calls and the starts of a page, so that the story of a lost edit can be read after the run. */
export function logCalls(page: Page, name: string): void {
  const numbers = new Map<Request, number>();
  const write = (what: object): void => {
    appendFileSync(FILE, `${JSON.stringify({ at: Date.now(), page: name, ...what })}\n`);
  };
  const log = (request: Request, what: object): void => {
    write({ call: numbers.get(request), ...what });
  };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) write({ opened: frame.url() });
  });
  page.on('request', (request) => {
    if (!isCall(request)) return;
    numbers.set(request, numbers.size + 1);
    const key = request.headers()['idempotency-key'];
    log(request, {
      path: new URL(request.url()).pathname,
      key,
      body: request.postData()?.slice(0, BODY_LENGTH),
    });
  });
  page.on('requestfailed', (request) => {
    if (isCall(request)) log(request, { failed: request.failure()?.errorText });
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!isCall(request)) return;
    const status = response.status();
    response.text().then(
      (text) => {
        log(request, { status, text: text.slice(0, BODY_LENGTH) });
      },
      (error: unknown) => {
        log(request, { status, unread: String(error) });
      },
    );
  });
}

function isCall(request: Request): boolean {
  return request.url().includes('/api/');
}
