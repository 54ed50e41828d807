import type { RequestEntry, RuleVerdict } from '#firestore/api/request-entry.ts';
import type { RefusedRequest } from '#firestore/api/refused-request.ts';
import type { Caller } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { RequestDescription } from '#firestore/service/recording/describe-request.ts';

const MAX_ENTRIES = 500;
const MAX_VERDICTS = 20;
const MAX_TEXT = 500;
/** The name of a project, or of a database and more. */
const RESOURCE = /\bprojects\/(?<project>[^/:]+)(?:\/databases\/(?<database>[^/:]+))?/u;
const UNKNOWN_REQUEST: RequestDescription = { project: '', database: '', request: '?' };

/**
 * Keeps the last requests. Until `startRecording` it keeps only failed ones, so that a successful request costs almost
 * nothing.
 */
export class RequestRecorder {
  readonly #now: () => number;
  readonly #entries: RequestEntry[] = [];
  readonly #listeners = new Set<(entry: RequestEntry) => void>();
  #recordsAll = false;

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get recordsAll(): boolean {
    return this.#recordsAll;
  }

  startRecording(): void {
    this.#recordsAll = true;
  }

  /** Calls the listener with each further request, failed or not. */
  onEntry(listener: (entry: RequestEntry) => void): void {
    this.startRecording();
    this.#listeners.add(listener);
  }

  /** The last requests of a project, newest first. */
  of(project: string): readonly RequestEntry[] {
    return this.#entries.filter((entry) => entry.project === project).toReversed();
  }

  projects(): readonly string[] {
    return [...new Set(this.#entries.map(({ project }) => project))].filter((project) => project !== '');
  }

  begin(method: string, caller: Caller, describe: () => RequestDescription): OpenRequest {
    return new OpenRequest(this, { method, caller, describe, at: this.#now(), start: performance.now() });
  }

  /** Records a request that no call has received. */
  refused({ method, path, resource, caller, error }: RefusedRequest): void {
    const { project = '', database = '' } = RESOURCE.exec(resource)?.groups ?? {};
    const description = { project, database, request: path.slice(0, MAX_TEXT) };
    this.begin(method, caller, () => description).failed(error);
  }

  add(entry: RequestEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
  }
}

interface Beginning {
  readonly method: string;
  readonly caller: Caller;
  readonly describe: () => RequestDescription;
  readonly at: number;
  readonly start: number;
}

/** A request without its answer yet. */
export class OpenRequest {
  readonly #recorder: RequestRecorder;
  readonly #beginning: Beginning;
  readonly #verdicts: (() => RuleVerdict)[] = [];
  #ended = false;

  constructor(recorder: RequestRecorder, beginning: Beginning) {
    this.#recorder = recorder;
    this.#beginning = beginning;
  }

  /** The caller, with a hook by which the rules report their verdicts on this request. */
  get caller(): Caller {
    const { caller } = this.#beginning;
    if (caller.kind === 'admin') return caller;
    return { ...caller, onVerdict: (verdict) => this.addVerdict(verdict) };
  }

  addVerdict(verdict: () => RuleVerdict): void {
    this.#verdicts.push(verdict);
    // The last one is the denial, if there is one.
    if (this.#verdicts.length > MAX_VERDICTS) this.#verdicts.shift();
  }

  succeeded(): void {
    this.#end('OK');
  }

  failed(error: unknown): void {
    const { status, message } = StatusError.from(error);
    this.#end(status, message);
  }

  #end(status: RequestEntry['status'], message?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    if (status === 'OK' && !this.#recorder.recordsAll) return;
    const { method, caller, describe, at, start } = this.#beginning;
    this.#recorder.add({
      time: new Date(at).toISOString(),
      method,
      ...orElse(describe, UNKNOWN_REQUEST),
      caller: callerIn(caller),
      status,
      ...(message === undefined ? {} : { message }),
      millis: Math.round((performance.now() - start) * 100) / 100,
      rules: orElse(() => this.#verdicts.map((verdict) => verdict()), []),
    });
  }
}

/** A request must not fail because of its description. */
function orElse<Part>(create: () => Part, fallback: Part): Part {
  try {
    return create();
  } catch {
    return fallback;
  }
}

function callerIn(caller: Caller): RequestEntry['caller'] {
  if (caller.kind === 'admin') return { admin: true };
  return caller.auth === null ? null : { uid: caller.auth.uid };
}
