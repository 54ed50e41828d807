import { join } from 'node:path';

import type { JSONObject, JSONValue } from 'proto3-json-serializer';

import type { FirestoreAdmin } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { jsonAnswer } from '#firestore/wire/http/http-answer.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import { checkTimestamp, isObject } from '#firestore/protobuf/json-input.ts';
import { coveragePage } from '#firestore/wire/rest/coverage-page.ts';
import { parseTemplate } from '#firestore/wire/rest/path-template.ts';
import { currentRules, setRules } from '#firestore/wire/rest/security-rules.ts';
import { parseJson } from '#firestore/wire/rest/transcoder.ts';

/** The name of a snapshot if the request has none. */
const DEFAULT_SNAPSHOT = 'default';

const DOCUMENTS = '/emulator/v1/projects/{project}/databases/{database}/documents';

type Variables = ReadonlyMap<string, string>;
type AdminCall = (admin: FirestoreAdmin, variables: Variables, body: JSONObject) => Promise<HttpAnswer>;

interface AdminRoute {
  readonly verb: string;
  readonly template: string;
  readonly call: AdminCall;
  /** Reads or writes files at a path in the request, so web pages may not call it. */
  readonly usesFiles?: boolean;
}

const ROUTES: readonly AdminRoute[] = [
  { verb: 'PUT', template: '/emulator/v1/projects/{project}:securityRules', call: putRules },
  { verb: 'GET', template: '/emulator/v1/projects/{project}:securityRules', call: getRules },
  { verb: 'DELETE', template: DOCUMENTS, call: clear },
  { verb: 'DELETE', template: `${DOCUMENTS}/{path=*/**}`, call: clear },
  { verb: 'POST', template: '/emulator/v1/projects/{project}:export', call: exportTo, usesFiles: true },
  { verb: 'POST', template: '/emulator/v1/projects/{project}:import', call: importFrom, usesFiles: true },
  { verb: 'GET', template: '/emulator/v1/projects/{project}/usage', call: usage },
  { verb: 'GET', template: '/emulator/v1/projects/{project}:ruleCoverage', call: ruleCoverage },
  { verb: 'GET', template: '/emulator/v1/projects/{project}:ruleCoverage.html', call: ruleCoveragePage },
  { verb: 'DELETE', template: '/emulator/v1/projects/{project}/usage', call: resetUsage },
  { verb: 'GET', template: '/emulator/v1/projects/{project}/requests', call: requests },
  { verb: 'POST', template: '/emulator/v1/projects/{project}:snapshot', call: takeSnapshot },
  { verb: 'POST', template: '/emulator/v1/projects/{project}:restore', call: restoreSnapshot },
  { verb: 'POST', template: '/emulator/v1/projects/{project}:expire', call: expire },
];

/** Answers the emulator's own calls. Returns null for any other request. */
export function createAdminRest(admin: FirestoreAdmin): (request: HttpRequest) => Promise<HttpAnswer | null> {
  const routes = ROUTES.map((route) => ({ ...route, template: parseTemplate(route.template) }));
  return async (request) => {
    for (const { verb, template, call, usesFiles } of routes) {
      const variables = verb === request.method ? template.match(request.path) : null;
      if (variables === null) continue;
      if (usesFiles === true) rejectPages(request);
      return call(admin, variables, bodyOf(request));
    }
    return null;
  };
}

/** Browsers send the origin of the page with each POST, and pages cannot change it. */
function rejectPages({ headers, path }: HttpRequest): void {
  if (headers.origin === undefined) return;
  throw new StatusError(
    'PERMISSION_DENIED',
    `${path} reads or writes files of this machine, so web pages may not call it.`,
  );
}

function bodyOf(request: HttpRequest): JSONObject {
  if (request.body.length === 0) return {};
  const json = parseJson(request.body.toString('utf8'));
  if (!isObject(json)) throw invalid('The body is not a JSON object.');
  return json;
}

function done(): HttpAnswer {
  return jsonAnswer('{}');
}

function putRules(admin: FirestoreAdmin, variables: Variables, body: JSONObject): Promise<HttpAnswer> {
  return Promise.resolve(setRules(admin, projectIn(variables), body));
}

function getRules(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  return Promise.resolve(currentRules(admin, projectIn(variables)));
}

async function clear(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  await admin.clear(projectIn(variables), variables.get('database') ?? '', variables.get('path'));
  return done();
}

async function exportTo(admin: FirestoreAdmin, variables: Variables, body: JSONObject): Promise<HttpAnswer> {
  await admin.exportTo(projectIn(variables), directoryOf(body, ['export_directory', 'exportDirectory']));
  return done();
}

async function importFrom(
  admin: FirestoreAdmin,
  variables: Variables,
  body: JSONObject,
): Promise<HttpAnswer> {
  const names = ['import_directory', 'importDirectory', 'export_directory', 'exportDirectory'];
  await admin.importFrom(projectIn(variables), directoryOf(body, names));
  return done();
}

/** firebase-tools sends the name of the folder inside the directory as `export_name`. */
function directoryOf(body: JSONObject, names: readonly string[]): string {
  const directory = textIn(body, names);
  if (directory === undefined) throw invalid(`The body names no directory (${names[0] ?? ''}).`);
  return join(directory, textIn(body, ['export_name', 'exportName']) ?? '');
}

/** The first of these properties that the body has. Null counts as missing, as in all JSON of Firestore. */
function textIn(body: JSONObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value: JSONValue | undefined = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw invalid(`"${name}" must be a string.`);
    return value;
  }
  return undefined;
}

function usage(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  return Promise.resolve(jsonAnswer(JSON.stringify(admin.usage(projectIn(variables)))));
}

function resetUsage(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  admin.resetUsage(projectIn(variables));
  return Promise.resolve(done());
}

function ruleCoverage(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  return Promise.resolve(jsonAnswer(JSON.stringify(admin.ruleCoverage(projectIn(variables)))));
}

function ruleCoveragePage(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  const project = projectIn(variables);
  const body = coveragePage(project, admin.ruleCoverage(project));
  return Promise.resolve({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body });
}

function requests(admin: FirestoreAdmin, variables: Variables): Promise<HttpAnswer> {
  return Promise.resolve(jsonAnswer(JSON.stringify({ requests: admin.requests(projectIn(variables)) })));
}

function takeSnapshot(admin: FirestoreAdmin, variables: Variables, body: JSONObject): Promise<HttpAnswer> {
  const name = snapshotIn(body);
  const documents = admin.takeSnapshot(projectIn(variables), name);
  return Promise.resolve(jsonAnswer(JSON.stringify({ name, documents })));
}

async function restoreSnapshot(
  admin: FirestoreAdmin,
  variables: Variables,
  body: JSONObject,
): Promise<HttpAnswer> {
  const name = snapshotIn(body);
  const changed = await admin.restoreSnapshot(projectIn(variables), name);
  return jsonAnswer(JSON.stringify({ name, changed }));
}

async function expire(admin: FirestoreAdmin, variables: Variables, body: JSONObject): Promise<HttpAnswer> {
  rejectOthers(body, 'time');
  const text = textIn(body, ['time']);
  const time = text === undefined ? null : new Date(checkTimestamp(text, 'time'));
  return jsonAnswer(JSON.stringify({ deleted: await admin.expire(projectIn(variables), time) }));
}

function snapshotIn(body: JSONObject): string {
  rejectOthers(body, 'name');
  const name = textIn(body, ['name']) ?? DEFAULT_SNAPSHOT;
  if (name === '') throw invalid('"name" must not be empty. Leave it out for the default snapshot.');
  return name;
}

/** A misspelled property would act on the default, such as the default snapshot. */
function rejectOthers(body: JSONObject, known: string): void {
  const other = Object.keys(body).find((key) => key !== known);
  if (other !== undefined)
    throw invalid(`"${other}" is not a property of this call. It has only "${known}".`);
}

function projectIn(variables: Variables): string {
  return variables.get('project') ?? '';
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
