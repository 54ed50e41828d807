import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Caller } from '#firestore/api/service.ts';
import { DATABASE, ROOT } from '#firestore/listen/testing/listener.ts';
import { startFirestore, type RunningFirestore } from '#firestore/server/server.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents/notes/{note} {
    allow read: if request.auth.uid == 'ann';
  }
}`;
const admin: Caller = { kind: 'admin' };
const bob: Caller = { kind: 'user', auth: { uid: '<bob>', token: {} } };

let server: RunningFirestore;

beforeAll(async () => {
  server = await startFirestore({ host: '127.0.0.1', port: 0, rules: RULES });
  const fields = {
    '<b>': { stringValue: '<script>alert(1)</script>' },
    inner: { mapValue: { fields: { list: { arrayValue: { values: [{ integerValue: 1 }] } } } } },
  };
  const writes = [
    { update: { name: `${ROOT}/notes/<i>`, fields } },
    { update: { name: `${ROOT}/notes/missing/replies/a`, fields: {} } },
    ...Array.from({ length: 100 }, (_, n) => ({ update: { name: `${ROOT}/notes/n${n}`, fields: {} } })),
  ];
  await server.service.commit({ database: DATABASE, writes }, admin);
  await server.service.getDocument({ name: `${ROOT}/notes/n1` }, bob).catch(() => undefined);
});

afterAll(async () => {
  await server.stop();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Unlike fetch, this sends any Host. */
async function get(
  path: string,
  headers: Record<string, string> = { Accept: 'text/html,*/*;q=0.8' },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      const { statusCode: status } = response;
      text(response).then((body) => resolve({ status, headers: response.headers, body }), reject);
    });
    request.on('error', reject).end();
  });
}

const view = (query: Record<string, string>): Promise<Answer> =>
  get(`/?${new URLSearchParams(query).toString()}`);

test('browsers get the page, and programs the Ok of the official emulator', async () => {
  expect((await get('/', {})).body).toBe('Ok\n');
  expect((await get('/', { Accept: '*/*' })).body).toBe('Ok\n');
  const page = await get('/');
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.body).toContain('>notes</a>');
});

test('a page of another site, or a rebound name, gets nothing, and no page may frame it', async () => {
  const accept = { Accept: 'text/html' };
  for (const headers of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }]) {
    const answer = await get('/', { ...accept, ...headers });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('notes');
  }
  const { body, headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  const style = /<style>(?<text>[^]*)<\/style>/u.exec(body)?.groups?.['text'] ?? '';
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('it shows collections page by page, and the fields of a document as text', async () => {
  const first = await view({ path: 'notes' });
  expect(first.body).toContain('missing</a> (no document, only collections)');
  const next = /href="(?<href>[^"]*)">Next documents/u.exec(first.body)?.groups?.['href'] ?? '';
  const second = await get(next.replaceAll('&amp;', '&'));
  expect([...`${first.body}${second.body}`.matchAll(/<li>\s*<a[^>]*>n\d+</gu)]).toHaveLength(100);
  expect(second.body).not.toContain('Next documents');

  const document = (await view({ path: 'notes/<i>' })).body;
  expect(document).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(document).toContain('inner.list');
  expect(document).toContain('[1]');
  expect(document).not.toMatch(/<script|<i>|<b>/u);
  expect((await view({ path: 'notes/missing' })).body).toContain('replies</a>');
});

test('ids of 1,500 bytes wrap in the lists, the paths and the names of fields', async () => {
  // A test of the layout would need a browser, so this one reads the style.
  const { body } = await get('/');
  const wrapping =
    /(?<selectors>[^{}]*)\{ overflow-wrap: anywhere; \}/u.exec(body)?.groups?.['selectors'] ?? '';
  expect(wrapping.split(',').map((selector) => selector.trim())).toEqual(['li', 'p', 'tbody th', 'td']);
});

test('it shows denied requests with the verdict, and the bill, and costs no read', async () => {
  const before = server.admin.usage('p');
  const requests = (await view({ view: 'requests' })).body;
  expect(requests).toContain('&lt;bob&gt;');
  expect(requests).toMatch(/denied<\/span\s*> in line 4/u);
  expect(requests).toContain('request.auth.uid = ');
  const bill = (await view({ view: 'bill' })).body.replaceAll(/\s|<[^>]*>/gu, '');
  expect(bill).toContain(`Reads${before.reads}Writes${before.writes}Deletes0`);
  expect(server.admin.usage('p')).toEqual(before);
});

test('it links the coverage of the rules only if the project has rules', async () => {
  expect((await get('/')).body).toContain(':ruleCoverage.html');
  const open = await startFirestore({ host: '127.0.0.1', port: 0 });
  const page = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${open.port}/?project=p`, { headers: { Accept: 'text/html' } })).text();
  expect(await page()).not.toContain('ruleCoverage');
  open.admin.setRules('p', { content: RULES });
  expect(await page()).toContain('/emulator/v1/projects/p:ruleCoverage.html');
  await open.stop();
});
