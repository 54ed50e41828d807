import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { silentLog } from '#firestore/log/log.ts';
import type { Caller, StreamSink } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Call } from '#firestore/api/calls.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { createWebChannel, type WebChannel } from '#firestore/wire/webchannel/webchannel.ts';

const PATH = '/google.firestore.v1.Firestore/Listen/channel';
const messages = loadMessages();

/** The server side of the stream that a test opens. */
let stream: { sink: StreamSink<object>; caller: Caller; received: object[]; resumed: number; closed: number };
let channel: WebChannel;
let ids = 0;

const logged: unknown[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers();
  const open: Call = {
    kind: 'duplex',
    open(sink, caller) {
      stream = { sink, caller, received: [], resumed: 0, closed: 0 };
      return {
        receive: (request) => stream.received.push(request),
        resume: () => (stream.resumed += 1),
        close: () => (stream.closed += 1),
      };
    },
  };
  channel = createWebChannel({
    messages,
    calls: new Map([['Listen', open]]),
    now: Date.now,
    newSessionId: () => `s${(ids += 1)}`,
    log: { ...silentLog, error: (message, cause) => logged.push([message, cause]) },
  });
});

afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

async function send(
  method: 'GET' | 'POST',
  query: Record<string, string>,
  form: Record<string, string> = {},
  headers: HttpRequest['headers'] = {},
): Promise<HttpAnswer> {
  const request: HttpRequest = {
    method,
    path: PATH,
    query: new URLSearchParams(query),
    headers,
    body: Buffer.from(new URLSearchParams(form).toString()),
  };
  const answer = await channel.route(request);
  if (answer === null) throw new Error('not a channel');
  return answer;
}

const addTargetJson = (targetId: number): string =>
  JSON.stringify({ database: 'd', addTarget: { targetId } });
const answerOf = (targetId: number): object => ({
  targetChange: { targetIds: [targetId], targetChangeType: 1 },
});
const jsonOf = (targetId: number): object => ({
  targetChange: { targetIds: [targetId], targetChangeType: 'ADD' },
});

async function openSession(form: Record<string, string> = {}): Promise<string> {
  const answer = await send('POST', { VER: '8', RID: '1' }, { count: '0', ...form });
  const opened: [[number, [string, string]]] = JSON.parse(unframed(textOf(answer)));
  expect(opened).toEqual([[0, ['c', expect.any(String), '', 8, 14, 30_000]]]);
  return opened[0][1][1];
}

function textOf({ body }: HttpAnswer): string {
  if (typeof body !== 'string') throw new Error('The answer is a stream.');
  return body;
}

/** The content of a chunk, after a check of its length. */
function unframed(chunk: string): string {
  const end = chunk.indexOf('\n');
  expect(Number(chunk.slice(0, end))).toBe(chunk.length - end - 1);
  return chunk.slice(end + 1);
}

async function backChannel(
  sid: string,
  aid: number,
  more: Record<string, string> = {},
): Promise<AsyncIterator<string>> {
  const { body } = await send('GET', {
    SID: sid,
    RID: 'rpc',
    AID: String(aid),
    CI: '0',
    TYPE: 'xmlhttp',
    ...more,
  });
  if (typeof body === 'string') throw new Error(body);
  return body[Symbol.asyncIterator]();
}

async function next(chunks: AsyncIterator<string>): Promise<unknown> {
  const { done, value } = await chunks.next();
  return done === true ? 'end' : JSON.parse(unframed(value));
}

test('a session opens with its first requests, and answers arrive in numbered arrays', async () => {
  const sid = await openSession({
    ofs: '0',
    req0___data__: addTargetJson(1),
    req1___data__: addTargetJson(2),
  });
  expect(stream.received.map((request) => JSON.parse(JSON.stringify(request)))).toMatchObject([
    { addTarget: { targetId: 1 } },
    { addTarget: { targetId: 2 } },
  ]);
  stream.sink.send(answerOf(1));
  const chunks = await backChannel(sid, 0);
  expect(await next(chunks)).toEqual([[1, [jsonOf(1)]]]);
  stream.sink.send(answerOf(2));
  stream.sink.send(answerOf(3));
  expect(await next(chunks)).toEqual([
    [2, [jsonOf(2)]],
    [3, [jsonOf(3)]],
  ]);
});

test('lengths count UTF-16 units, not bytes', async () => {
  const sid = await openSession();
  const chunks = await backChannel(sid, 0);
  await next(chunks);
  stream.sink.send({ documentDelete: { document: 'd/Ünï 漢 \u{1F5FE} \u{10FFFD}' } });
  expect(await next(chunks)).toEqual([
    [2, [{ documentDelete: { document: 'd/Ünï 漢 \u{1F5FE} \u{10FFFD}' } }]],
  ]);
});

test('requests are processed once and in order, in any order of arrival', async () => {
  const sid = await openSession();
  const post = (ofs: number, ...targets: number[]): Promise<HttpAnswer> =>
    send(
      'POST',
      { SID: sid, RID: '2', AID: '0' },
      {
        ofs: String(ofs),
        ...Object.fromEntries(targets.map((id, index) => [`req${index}___data__`, addTargetJson(id)])),
      },
    );
  await post(2, 12, 13);
  expect(stream.received).toEqual([]);
  await post(0, 10, 11);
  await post(0, 10, 11);
  await post(1, 11);
  expect(stream.received).toMatchObject([10, 11, 12, 13].map((targetId) => ({ addTarget: { targetId } })));
});

test('a POST is answered with the state of the back channel', async () => {
  const sid = await openSession();
  const status = async (aid: number): Promise<unknown> =>
    JSON.parse(unframed(textOf(await send('POST', { SID: sid, AID: String(aid) }))));
  expect(await status(0)).toEqual([0, 0, 0]);
  stream.sink.send(answerOf(1));
  expect(await status(0)).toEqual([0, 1, expect.any(Number)]);
  await next(await backChannel(sid, 0));
  expect(await status(1)).toEqual([1, 1, 0]);
});

test('a new back channel ends the previous one and resends unacknowledged messages', async () => {
  const sid = await openSession();
  for (const id of [1, 2, 3]) stream.sink.send(answerOf(id));
  const first = await backChannel(sid, 0);
  expect(await next(first)).toHaveLength(3);
  const waiting = next(first);
  const second = await backChannel(sid, 1);
  expect(await waiting).toBe('end');
  expect(await next(second)).toEqual([
    [2, [jsonOf(2)]],
    [3, [jsonOf(3)]],
  ]);
});

test('an acknowledgement of an id that was never sent does no harm', async () => {
  const sid = await openSession();
  const chunks = await backChannel(sid, 0);
  expect(await next(chunks)).toEqual([[1, ['noop']]]);
  stream.sink.send(answerOf(2));
  await send('POST', { SID: sid, AID: '999' });
  stream.sink.send(answerOf(3));
  expect(await next(chunks)).toEqual([[3, [jsonOf(3)]]]);
});

test('a documentOfLength poll ends after the first chunk', async () => {
  const sid = await openSession();
  const chunks = await backChannel(sid, 0, { CI: '1' });
  expect(await next(chunks)).toEqual([[1, ['noop']]]);
  expect(await next(chunks)).toBe('end');
});

test('an idle back channel sends a noop every thirty seconds', async () => {
  const sid = await openSession();
  const chunks = await backChannel(sid, 0);
  await next(chunks);
  const noop = next(chunks);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await noop).toEqual([[2, ['noop']]]);
});

test('a session without a back channel is removed after a minute, one with a back channel is not', async () => {
  const sid = await openSession();
  const chunks = await backChannel(sid, 0);
  await next(chunks);
  const open = next(chunks);
  await vi.advanceTimersByTimeAsync(29_000);
  await chunks.return?.();
  expect(await open).toBe('end');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(stream.closed).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stream.closed).toBe(1);
  expect(await send('GET', { SID: sid, AID: '0' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('Unknown SID'),
  });
});

test('a terminate request closes the stream', async () => {
  const sid = await openSession();
  expect(await send('POST', { SID: sid, TYPE: 'terminate' })).toMatchObject({ status: 200, body: '' });
  expect(stream.closed).toBe(1);
  expect(await send('POST', { SID: sid, TYPE: 'terminate' })).toMatchObject({ status: 400 });
});

test('if a stream ends with an error, the client receives the error', async () => {
  const sid = await openSession();
  stream.sink.end(new StatusError('ABORTED', 'Try again.'));
  const chunks = await backChannel(sid, 0);
  expect(await next(chunks)).toEqual([
    [1, [{ error: { code: 10, status: 'ABORTED', message: 'Try again.' } }]],
    [2, ['close']],
  ]);
  expect(await next(chunks)).toBe('end');
});

test('an internal error in a stream is logged, and the client receives no details', async () => {
  const sid = await openSession();
  const internalError = new Error('unexpected');
  stream.sink.end(internalError);
  expect(await next(await backChannel(sid, 0))).toEqual([
    [1, [{ error: { code: 13, status: 'INTERNAL', message: 'Internal error.' } }]],
    [2, ['close']],
  ]);
  expect(logged).toEqual([['Internal error.', internalError]]);
});

test('an invalid request ends the stream', async () => {
  const sid = await openSession({ ofs: '0', req0___data__: '{"addTarget": 7}' });
  expect(await next(await backChannel(sid, 0))).toMatchObject([
    [1, [{ error: { status: 'INVALID_ARGUMENT' } }]],
    [2, ['close']],
  ]);
  expect(stream.closed).toBe(1);
});

test('headers are read from the form or from the query', async () => {
  const claims = Buffer.from('{"sub":"ann"}').toString('base64url');
  await openSession({ headers: `X-Other:1\r\nAuthorization:Bearer e30.${claims}.\r\n` });
  expect(stream.caller).toMatchObject({ auth: { uid: 'ann' } });
  await send('POST', { $httpHeaders: 'Authorization:Bearer owner\r\n' });
  expect(stream.caller).toEqual({ kind: 'admin' });
});

test('the type of an answer is fixed, because Chromium would wait for more bytes to guess it', async () => {
  const { headers } = await send('POST', {});
  expect(headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff' });
});

test('the session id is in a header if the client asks for it', async () => {
  const { headers } = await send('POST', { 'X-HTTP-Session-Id': 'gsessionid' });
  expect(headers).toHaveProperty('X-HTTP-Session-Id');
});

const documentOfLength = (characters: number): object => ({
  documentDelete: { document: 'x'.repeat(characters) },
});

test('the stream creates at most one chunk ahead of the client', async () => {
  const chunks = await backChannel(await openSession(), 0);
  expect([1, 2, 3].map(() => stream.sink.send(documentOfLength(100_000)))).toEqual([true, true, false]);
  await next(chunks);
  expect(stream.resumed).toBe(1);
});

test('a stream pauses when the client acknowledges nothing, and resumes when it does', async () => {
  const sid = await openSession();
  const large = documentOfLength(3 * 1024 * 1024);
  const first = await backChannel(sid, 0);
  for (const count of [1, 2]) {
    stream.sink.send(large);
    await next(first);
    expect(stream.resumed).toBe(count);
  }
  const second = await backChannel(sid, 0);
  expect(stream.sink.send(large)).toBe(false);
  await next(second);
  expect(stream.resumed).toBe(2);
  await send('POST', { SID: sid, AID: '3' });
  await next(second);
  expect(stream.resumed).toBe(3);
});

test('a stream pauses early without a back channel, and resumes when one opens', async () => {
  const sid = await openSession();
  expect(stream.sink.send(documentOfLength(300_000))).toBe(false);
  await next(await backChannel(sid, 0));
  expect(stream.resumed).toBe(1);
});

test('streams that hold all six connections of a browser end in turn, so that other requests get through', async () => {
  const browser = { host: '127.0.0.1:8080', 'user-agent': 'Mozilla/5.0 HeadlessChrome/150.0.0.0' };
  const log: string[] = [];
  const attach = async (sid: string, headers: HttpRequest['headers'], aid = 0): Promise<void> => {
    const { body } = await send('GET', { SID: sid, RID: 'rpc', AID: String(aid), CI: '0' }, {}, headers);
    if (typeof body === 'string') throw new Error(body);
    void (async () => {
      for await (const chunk of body) log.push(`${sid}:${unframed(chunk)}`);
      log.push(`${sid} ended`);
    })();
  };
  const sids: string[] = [];
  for (let count = 0; count < 6; count += 1) sids.push(await openSession());
  const [first = '', second = '', ...others] = sids;
  for (const sid of [first, second, ...others.slice(0, 3)]) await attach(sid, browser);
  // Another program's channels do not count.
  const program = await openSession();
  await attach(program, { ...browser, 'user-agent': 'node' });
  await vi.advanceTimersByTimeAsync(1_000);
  log.length = 0;

  await attach(others[3] ?? '', browser);
  await vi.advanceTimersByTimeAsync(75);
  // A response without data would be an error for the client.
  expect(log).toEqual([`${others[3]}:[[1,["noop"]]]`, `${first}:[[2,["noop"]]]`, `${first} ended`]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toHaveLength(3);
  await attach(first, browser, 2);
  await vi.advanceTimersByTimeAsync(75);
  expect(log.slice(3)).toEqual([`${second}:[[2,["noop"]]]`, `${second} ended`]);
});
