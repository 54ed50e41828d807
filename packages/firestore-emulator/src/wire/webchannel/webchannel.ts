import type { Log } from '#firestore/log/log.ts';
import { StatusError } from '#firestore/api/status.ts';
import { callerOf } from '#firestore/wire/callers/caller.ts';
import type { Call } from '#firestore/api/calls.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import { cacheEncodings, type Messages } from '#firestore/protobuf/messages.ts';
import type { RefuseHttp } from '#firestore/wire/refusals.ts';
import { parseForwardForm, parseHeaderLines } from '#firestore/wire/webchannel/forward-form.ts';
import {
  createSharedConnections,
  type ShareConnection,
} from '#firestore/wire/webchannel/shared-connections.ts';
import { Session, type SessionDependencies } from '#firestore/wire/webchannel/session.ts';

export interface WebChannelDependencies {
  readonly messages: Messages;
  readonly calls: ReadonlyMap<string, Call>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A session id must be unguessable, because every client that sends it controls the session. */
  readonly newSessionId: () => string;
  readonly log: Log;
  readonly refuse?: RefuseHttp;
}

export interface WebChannel {
  /** Returns null if the request is not for a WebChannel. */
  readonly route: (request: HttpRequest) => Promise<HttpAnswer | null>;
  readonly stop: () => void;
}

/** The protocol version of all clients since 2016. */
const VERSION = 8;
/** A back channel sends something this often. A client gives up a back channel after 1.5 times this silence. */
const KEEPALIVE_MS = 30_000;

interface Stream {
  readonly open: Extract<Call, { kind: 'duplex' }>['open'];
  readonly types: Pick<SessionDependencies, 'request' | 'response'>;
}

/** Two-way streams for browsers, at `{method path}/channel`. */
export function createWebChannel(dependencies: WebChannelDependencies): WebChannel {
  const streams = streamsByPath(dependencies);
  const sessions = new Map<string, Session>();
  const share = createSharedConnections();
  return {
    route(request) {
      const stream = streams.get(request.path);
      if (stream === undefined) return Promise.resolve(null);
      const id = request.query.get('SID');
      const session = id === null ? null : sessions.get(id);
      if (session === undefined) return Promise.resolve(unknownSession());
      try {
        return Promise.resolve(
          session === null
            ? openSession(request, stream, sessions, dependencies)
            : answerSession(request, session, share),
        );
      } catch (error) {
        dependencies.refuse?.(request, error);
        throw error;
      }
    },
    stop() {
      for (const session of sessions.values()) session.close();
    },
  };
}

function streamsByPath({ messages, calls }: WebChannelDependencies): ReadonlyMap<string, Stream> {
  const streams = new Map<string, Stream>();
  for (const { name, path, request, response } of messages.methods) {
    const call = calls.get(name);
    if (call?.kind !== 'duplex') continue;
    streams.set(`${path}/channel`, {
      open: call.open,
      types: { request, response: cacheEncodings(response) },
    });
  }
  return streams;
}

function openSession(
  request: HttpRequest,
  { open, types }: Stream,
  sessions: Map<string, Session>,
  { now, newSessionId, log, refuse }: WebChannelDependencies,
): HttpAnswer {
  if (request.method !== 'POST') throw new StatusError('INVALID_ARGUMENT', 'Open a channel with a POST.');
  const { headers, messages } = parseForwardForm(request.body);
  const id = newSessionId();
  const session = new Session({
    ...types,
    log,
    onRefused: (error) => refuse?.(request, error),
    onClosed: () => sessions.delete(id),
  });
  sessions.set(id, session);
  session.connect(open, () => callerOf(authorization(request, headers), now()));
  session.receive(messages);
  const wantsId = request.query.has('X-HTTP-Session-Id');
  return text(
    framed(JSON.stringify([[0, ['c', id, '', VERSION, 14, KEEPALIVE_MS]]])),
    wantsId ? { 'X-HTTP-Session-Id': id } : {},
  );
}

/** Depending on its version, the SDK sends the token in the form, in the query or in the HTTP header. */
function authorization(request: HttpRequest, headers: ReadonlyMap<string, string>): string | undefined {
  const inQuery = parseHeaderLines(request.query.get('$httpHeaders') ?? '');
  return headers.get('authorization') ?? inQuery.get('authorization') ?? request.headers.authorization;
}

function answerSession(
  { query, method, headers, body }: HttpRequest,
  session: Session,
  share: ShareConnection,
): HttpAnswer {
  const acknowledged = wholeNumber(query.get('AID'));
  if (query.get('TYPE') === 'terminate') {
    session.close();
    return text('');
  }
  if (method === 'GET') {
    const longPoll = query.get('CI') === '1';
    const keepaliveMs = wholeNumber(query.get('TO')) || KEEPALIVE_MS;
    const backChannel = session.attach(acknowledged, { longPoll, keepaliveMs });
    backChannel.onClosed(
      share(headers, () => {
        backChannel.recycle();
      }),
    );
    return text(backChannel);
  }
  session.acknowledge(acknowledged);
  session.receive(parseForwardForm(body).messages);
  return text(framed(session.status()));
}

/** The client looks for "Unknown SID", but only after the first character of the body. */
function unknownSession(): HttpAnswer {
  return { ...text('Error: Unknown SID'), status: 400 };
}

/** Chromium holds the first 512 bytes of a text back to guess its type, also from XMLHttpRequest, unless the server forbids it. */
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

function text(body: HttpAnswer['body'], headers: Record<string, string> = {}): HttpAnswer {
  return { status: 200, headers: { ...headers, ...TEXT }, body };
}

function framed(json: string): string {
  return `${json.length}\n${json}`;
}

function wholeNumber(value: string | null): number {
  const number = Number(value ?? '0');
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
