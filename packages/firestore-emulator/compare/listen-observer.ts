import type { Clock } from '#firestore/compare/clock.ts';
import { at, list, stringify, text, type Json, type JsonObject } from '#firestore/compare/json.ts';
import { label, nameOf } from '#firestore/compare/normalize.ts';
import { DATABASE, ROOT, type Observation } from '#firestore/compare/step.ts';
import type { ListenStream, Wire } from '#firestore/compare/wire.ts';

/** The code of a listener whose server has sent no snapshot in time. */
export const NO_SNAPSHOT = 'no snapshot';
/** Also long enough on a busy machine. */
const TIMEOUT_MILLIS = 60_000;
/** Each settle writes this document. When its change arrives, the changes of earlier commits have arrived too. */
const MARK = `${ROOT}/settle/mark`;
const MARK_TARGET = 900;

export interface ListenObserver {
  start(targets: readonly JsonObject[]): Promise<Observation>;
  settle(reconnect: boolean): Promise<Observation>;
  close(): void;
}

/** The documents that each target holds, as a client would compute them from the stream. */
export function observeListen(
  wire: Wire,
  clock: Clock,
  outgoing: (json: JsonObject) => JsonObject,
  incoming: (json: Json) => Json,
): ListenObserver {
  const views = new Map<string, Map<string, Json>>();
  const tokens = new Map<string, string>();
  const database = text(outgoing({ database: DATABASE })['database']);
  let open: readonly JsonObject[] = [];
  let stream: ListenStream = wire.listen(database);
  let marks = 0;
  let read = 0;

  const addAll = (): void => {
    const mark = { targetId: MARK_TARGET, documents: { documents: [MARK] } };
    for (const target of [...open, mark]) {
      const resumeToken = tokens.get(String(Number(target['targetId'])));
      const resume = resumeToken === undefined ? {} : { resumeToken };
      stream.send(outgoing({ database: DATABASE, addTarget: { ...target, ...resume } }));
    }
  };

  const settle = async (): Promise<Observation> => {
    marks += 1;
    const fields = { n: { integerValue: String(marks) } };
    const request = outgoing({ database: DATABASE, writes: [{ update: { name: MARK, fields } }] });
    await wire.call({ method: 'Commit', request, via: 'grpc', authorization: 'Bearer owner' });
    const events: Json[] = [];
    const deadline = Date.now() + TIMEOUT_MILLIS;
    let marked = false;
    for (;;) {
      while (read < stream.received.length) {
        const message = incoming(stream.received[read] ?? null);
        read += 1;
        marked ||= isMark(message, marks);
        const event = apply(views, tokens, message);
        if (event !== null) events.push(event);
        if (marked && isGlobalSnapshot(message)) return observed(events, views, clock);
      }
      if (stream.ended !== null) return { ...stream.ended, answers: [] };
      if (Date.now() > deadline)
        return { code: NO_SNAPSHOT, answers: [], message: stringify(stream.received) };
      await stream.next(TIMEOUT_MILLIS);
    }
  };

  return {
    async start(targets) {
      open = targets;
      addAll();
      return settle();
    },
    async settle(reconnect) {
      if (reconnect) {
        stream.close();
        stream = wire.listen(database);
        read = 0;
        addAll();
      }
      return settle();
    },
    close() {
      stream.close();
    },
  };
}

/** Whether the target of the mark has this mark. A target on all collections may have it before the other targets. */
function isMark(message: Json, marks: number): boolean {
  const change = at(message, 'documentChange');
  return (
    list(at(change, 'targetIds')).includes(MARK_TARGET) &&
    at(change, 'document', 'fields', 'n', 'integerValue') === String(marks)
  );
}

function isGlobalSnapshot(message: Json): boolean {
  const change = at(message, 'targetChange');
  if (change === undefined || list(at(change, 'targetIds')).length > 0) return false;
  return (
    at(change, 'readTime') !== undefined &&
    (text(at(change, 'targetChangeType')) || 'NO_CHANGE') === 'NO_CHANGE'
  );
}

type Views = Map<string, Map<string, Json>>;

/** Applies a message to the views. Returns it in a comparable form if it concerns the targets of the scenario. */
function apply(views: Views, tokens: Map<string, string>, message: Json): Json | null {
  const change = at(message, 'targetChange');
  if (change !== undefined) return applyTargetChange(views, tokens, change);
  const document = at(message, 'documentChange', 'document');
  const gone = at(message, 'documentDelete') ?? at(message, 'documentRemove');
  const name = document === undefined ? text(at(gone, 'document')) : nameOf(document);
  if (name === '' || name === MARK) return null;
  const added = list(at(message, 'documentChange', 'targetIds')).map(String);
  const removed = [
    ...list(at(message, 'documentChange', 'removedTargetIds')),
    ...list(at(gone, 'removedTargetIds')),
  ];
  if (document !== undefined) for (const id of added) viewOf(views, id).set(name, document);
  for (const id of removed.map(String)) viewOf(views, id).delete(name);
  return null;
}

function applyTargetChange(views: Views, tokens: Map<string, string>, change: Json): Json | null {
  const type = text(at(change, 'targetChangeType'));
  const ids = list(at(change, 'targetIds')).map(String);
  const token = text(at(change, 'resumeToken'));
  for (const id of ids.length === 0 ? [...views.keys()] : ids) {
    const view = viewOf(views, id);
    if (type === 'RESET') view.clear();
    if (token !== '') tokens.set(id, token);
  }
  if (type !== 'REMOVE') return null;
  return {
    removed: ids,
    code: at(change, 'cause', 'code') ?? 0,
    message: at(change, 'cause', 'message') ?? '',
  };
}

function viewOf(views: Views, id: string): Map<string, Json> {
  const view = views.get(id) ?? new Map<string, Json>();
  views.set(id, view);
  return view;
}

function observed(events: readonly Json[], views: Views, clock: Clock): Observation {
  const state = [...views]
    .filter(([id]) => id !== String(MARK_TARGET))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([id, view]) => ({
      target: id,
      documents: [...view.values()].map((document) => label(document, '', clock)).sort(byName),
    }));
  const message = events.map((event) => text(at(event, 'message'))).join(' ');
  const removed = events
    .flatMap((event) =>
      list(at(event, 'removed')).map((id) => ({ removed: [id], code: at(event, 'code') ?? 0 })),
    )
    .sort((a, b) => Number(a.removed[0]) - Number(b.removed[0]));
  return { code: 'OK', answers: [...removed, ...state], message };
}

function byName(a: Json, b: Json): number {
  return nameOf(a) < nameOf(b) ? -1 : 1;
}
