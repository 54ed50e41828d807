import {
  type Answer,
  endpoint,
  isOpenPath,
  isPath,
  type OpenPath,
  type ParsedInput,
  type Path,
  type SignedInPath,
} from '@foldmark/contract/endpoints';
import { hasToken } from '@foldmark/contract/access-tokens';
import { FAILURES } from '@foldmark/contract/failures';
import { REQUEST_KEY } from '@foldmark/library/entities/limits';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { digestOf } from '#functions/store/digest.ts';
import { bearerOf, challenge, crossOrigin, preflight } from '#functions/http/bearer.ts';
import { checkEnvelope, parseBody } from '#functions/http/body.ts';
import { callerOf } from '#functions/http/callers.ts';
import { errorFields } from '#functions/errors/error-fields.ts';
import { failedAnswer, Failure, Invalid } from '#functions/errors/failure.ts';
import type { ApiAnswer, ApiRequest } from '#functions/http/message.ts';
import { canonicalPath } from '#functions/http/path.ts';
import type { Operations } from '#functions/operations/operations.ts';
import type { Caller } from '#functions/services/accounts.ts';
import type { Grantee } from '#functions/services/grants.ts';
import type { Author } from '#functions/store/action-documents.ts';
import type { Services } from '#functions/services/services.ts';

const METHOD = 'POST';
const MINIMAL = 'return=minimal';
/** 96 bits of a digest. */
const MARK_LENGTH = 16;
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** Handles one API call. Takes and returns plain messages, so it does not depend on an HTTP server. */
export async function handle(
  request: ApiRequest,
  operations: Operations,
  services: Services,
): Promise<ApiAnswer> {
  const requestId = services.newId();
  const begin = services.now().getTime();
  const path = canonicalPath(request.path);
  const answer = await answerTo(request, path, operations, services).catch((thrown: unknown) => {
    const { status, body, serverError } = failedAnswer(thrown, requestId);
    if (serverError !== undefined) {
      services.log.error('unexpected error', { request_id: requestId, ...errorFields(serverError) });
    }
    const headers = {
      ...HEADERS,
      ...failureHeaders(status, thrown),
      ...challenge(thrown, request, path, services),
    };
    return { status, headers, body: JSON.stringify(body) };
  });
  services.log.info('call', {
    request_id: requestId,
    // An unknown path can contain private data, so it is not logged.
    path: isPath(path) ? path : 'unknown',
    status: answer.status,
    ms: services.now().getTime() - begin,
  });
  return { ...answer, headers: { ...answer.headers, ...crossOrigin(request) } };
}

async function answerTo(
  request: ApiRequest,
  path: string,
  operations: Operations,
  services: Services,
): Promise<ApiAnswer> {
  // Logs of other servers contain addresses.
  if (hasToken(request.url)) throw new Failure('tokenInUrl');
  if (!isPath(path)) throw new Failure('noSuchPath');
  const permitted = preflight(request, path);
  if (permitted !== null) return permitted;
  if (request.method !== METHOD) throw new Failure('wrongMethod');
  checkEnvelope(request);
  const isApp = !isOpenPath(path) && bearerOf(request) !== null;
  // Uptime checks and apps have no App Check token.
  if (path !== '/health/' && !isApp) await services.appCheck.verify(request.header('x-firebase-appcheck'));
  return isOpenPath(path)
    ? answerOpen(request, path, operations, services)
    : answerSignedIn(request, path, operations, services);
}

/** The headers that a failure status requires. */
function failureHeaders(status: number, thrown: unknown): Readonly<Record<string, string>> {
  if (status === 405) return { Allow: METHOD };
  if (status === 429 && thrown instanceof Failure) return { 'Retry-After': String(thrown.retryAfterS) };
  return {};
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- P ties the operation to the schemas of its path
async function answerOpen<P extends OpenPath>(
  request: ApiRequest,
  path: P,
  operations: Operations,
  services: Services,
): Promise<ApiAnswer> {
  return success(path, await operations.open[path](parseInput(path, request), services));
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- P ties the operation to the schemas of its path
async function answerSignedIn<P extends SignedInPath>(
  request: ApiRequest,
  path: P,
  operations: Operations,
  unmetered: Services,
): Promise<ApiAnswer> {
  const { caller, app, meter } = await callerOf(request, path, unmetered);
  const input = parseInput(path, request);
  const minimal = prefersMinimal(request);
  const requestKey = requestKeyOf(request);
  const isMarked = requestKey !== null && endpoint(path).keyed === 'change';
  // The mark includes the input, so that a client that reuses a key for another change loses nothing.
  const mark = isMarked ? digestOf([requestKey, path, input]).slice(0, MARK_LENGTH) : null;
  const author = app && authorOf(app, requestKey && [requestKey, path, input], () => unmetered.newId());
  const services = meteredServices(unmetered, meter, mark, author);
  const called = { input, caller, author, minimal, requestKey };
  const answer = await operations.signedIn[path](called, services).catch(async (thrown: unknown) => {
    throw await profileFailureOr(thrown, caller, services);
  });
  if (answer !== null) {
    const answered = success(path, answer);
    meter.count({ byte: answered.body.length });
    return answered;
  }
  const { 'Content-Type': _, ...headers } = HEADERS;
  return { status: 204, headers: { ...headers, 'Preference-Applied': MINIMAL }, body: null };
}

/** A repeat of a call with an Idempotency-Key is the same action. */
function authorOf({ grant_id, name }: Grantee, keyed: unknown, newId: () => string): Author {
  return { grant_id, name, action_id: `app-${keyed === null ? newId() : digestOf([grant_id, keyed])}` };
}

/** The same services, but the meter counts their cost, and the actions name the app. */
function meteredServices(
  services: Services,
  meter: Meter,
  mark: string | null,
  author: Author | null,
): Services {
  return {
    ...services,
    library: async (uid) => services.library(uid, meter, mark, author),
    grants: async () => services.grants(meter),
    connections: async () => services.connections(meter),
    snapshots: async (uid) => services.snapshots(uid, meter),
    copySource: async (uid) => services.copySource(uid, meter),
    readPageLater: async (job) => {
      meter.count({ task: 1 });
      await services.readPageLater(job);
    },
    doStepLater: async (step, changes = 0) => {
      meter.count({ task: 1, change: changes });
      await services.doStepLater(step);
    },
    // Only the task is counted. Its rate, one an hour, bounds the rest of the cost (docs/decisions/049).
    writeSnapshotLater: async (uid) => {
      meter.count({ task: 1 });
      await services.writeSnapshotLater(uid);
    },
    fetchIconLater: async (step, entries = 0) => {
      meter.count({ task: 1, entry: entries });
      await services.fetchIconLater(step);
    },
  };
}

/**
 * Replaces a 404 by `noProfile` if the caller has no profile. Documents exist only below a profile, so the profile is read
 * only after something was not found.
 */
async function profileFailureOr(thrown: unknown, { uid }: Caller, services: Services): Promise<unknown> {
  if (!(thrown instanceof Failure) || FAILURES[thrown.code].status !== 404) return thrown;
  const user = await (await services.library(uid)).user();
  return user === null ? new Failure('noProfile', { cause: thrown }) : thrown;
}

function parseInput<P extends Path>(path: P, request: ApiRequest): ParsedInput<P> {
  const result = z.safeParse(endpoint(path).input, parseBody(request.body));
  if (!result.success) throw new Invalid(result.error.issues.map((issue) => issue.message));
  return result.data;
}

function success<P extends Path>(path: P, answer: Answer<P>): ApiAnswer & { readonly body: string } {
  return { status: 200, headers: HEADERS, body: JSON.stringify(z.encode(endpoint(path).answer, answer)) };
}

function prefersMinimal(request: ApiRequest): boolean {
  const preferences = request.header('prefer')?.split(',') ?? [];
  return preferences.some((preference) => preference.trim().toLowerCase() === MINIMAL);
}

function requestKeyOf(request: ApiRequest): string | null {
  const key = request.header('idempotency-key');
  if (key === undefined || key === '') return null;
  if (!REQUEST_KEY.test(key)) throw new Failure('badRequestKey');
  return key;
}
