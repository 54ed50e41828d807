import { afterAll, beforeAll, expect, test } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import { startFirestore } from '#firestore/server/server.ts';
import type { RunningFirestore } from '#firestore/server/server.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/notes/{id} {
    allow get: if request.auth != null || id == 'open';
    allow list: if resource.data.title == '<b>';
    allow delete: if isOwner();
  }
}`;

let server: RunningFirestore;
let base: string;
const logged: string[] = [];

beforeAll(async () => {
  const log = {
    ...silentLog,
    debug: (message: string | (() => string)) => {
      logged.push(typeof message === 'string' ? message : message());
    },
  };
  server = await startFirestore({ host: '127.0.0.1', port: 0, log });
  base = `http://127.0.0.1:${server.port}`;
});

afterAll(async () => server.stop());

async function call(method: string, path: string, body?: object): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${base}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}

const PROJECT = '/emulator/v1/projects/p';
const NOTES = '/v1/projects/p/databases/(default)/documents/notes';

test('the coverage report counts the values of each expression, and new rules start a new report', async () => {
  const open = { rules: { files: [{ name: 'OPEN_RULES' }] }, report: [] };
  expect(await call('GET', `${PROJECT}:ruleCoverage`)).toMatchObject({ status: 200, json: open });
  const rules = { files: [{ name: 'my.rules', content: RULES }] };
  expect(await call('PUT', `${PROJECT}:securityRules`, { rules })).toEqual({
    status: 200,
    json: {
      issues: [
        {
          sourcePosition: {
            fileName: 'my.rules',
            line: 6,
            column: 22,
            currentOffset: RULES.indexOf('isOwner'),
            endOffset: RULES.indexOf('isOwner') + 6,
          },
          description: 'Invalid function name: isOwner.',
          severity: 'WARNING',
        },
      ],
    },
  });
  expect((await call('GET', `${NOTES}/open`)).status).toBe(404);
  expect((await call('GET', `${NOTES}/secret`)).status).toBe(403);
  const pageBefore = await (await fetch(`${base}${PROJECT}:ruleCoverage.html`)).text();
  expect(pageBefore).toContain('Requests evaluated 6 of 11 expressions.');
  expect((await call('DELETE', `${NOTES}/open`)).status).toBe(403);
  const at = (text: string, line: number, column: number) => ({
    line,
    column,
    currentOffset: RULES.indexOf(text),
    endOffset: RULES.indexOf(text) + text.length - 1,
  });
  const { json } = await call('GET', `${PROJECT}:ruleCoverage`);
  expect(json).toMatchObject({
    rules,
    report: [
      {
        sourcePosition: at("request.auth != null || id == 'open'", 4, 19),
        values: [
          { value: { boolValue: true }, count: 1 },
          { value: { boolValue: false }, count: 1 },
        ],
        children: [
          { values: [{ value: { boolValue: false }, count: 2 }], children: [{ children: [{}] }] },
          {
            sourcePosition: at("id == 'open'", 4, 43),
            children: [
              {
                values: [
                  { value: { stringValue: 'open' }, count: 1 },
                  { value: { stringValue: 'secret' }, count: 1 },
                ],
              },
            ],
          },
        ],
      },
      { sourcePosition: at("resource.data.title == '<b>'", 5, 20) },
      { values: [{ value: { undefined: { causeMessage: 'Function not found error: Name: [isOwner].' } } }] },
    ],
  });
  expect(JSON.stringify(json)).not.toContain('"values":[]');
  const structuredQuery = { from: [{ collectionId: 'notes' }] };
  const query = '/v1/projects/p/databases/(default)/documents:runQuery';
  for (const _ of [1, 2]) expect((await call('POST', query, { structuredQuery })).status).toBe(403);
  expect((await call('GET', `${PROJECT}:ruleCoverage`)).json).toMatchObject({
    report: [{}, { values: [{ value: { constraintValue: {} }, count: 2 }] }, {}],
  });
  const page = await (await fetch(`${base}${PROJECT}:ruleCoverage.html`)).text();
  expect(page).toContain('Requests evaluated 11 of 11 expressions.');
  expect(page).toContain('&lt;b&gt;');
  expect(page).not.toContain('<b>');
  await call('PUT', `${PROJECT}:securityRules`, { rules });
  expect(JSON.stringify(await call('GET', `${PROJECT}:ruleCoverage`))).not.toContain('"values"');
});

test('the debug log has the values that made the rules deny a request', () => {
  expect(logged).toContain(
    "get /notes/secret is denied: false for 'get' @ L4\n" +
      '  L4:19 request.auth != null = false\n' +
      '  L4:19 request.auth = null\n' +
      "  L4:43 id == 'open' = false\n" +
      '  L4:43 id = "secret"',
  );
});

test('the coverage report counts equal lists of several requests as one value', async () => {
  const content = RULES.replace("request.auth != null || id == 'open'", "id in ['a', 'b']");
  await call('PUT', '/emulator/v1/projects/q:securityRules', { rules: { files: [{ content }] } });
  for (const id of ['a', 'b', 'a']) await call('GET', `${NOTES.replace('/p/', '/q/')}/${id}`);
  const { json } = await call('GET', '/emulator/v1/projects/q:ruleCoverage');
  const value = { listValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } };
  expect(json).toMatchObject({
    rules: { files: [{ name: 'security.rules', content }] },
    report: [{ children: [{}, { values: [{ value, count: 3 }] }] }, {}, {}],
  });
});
