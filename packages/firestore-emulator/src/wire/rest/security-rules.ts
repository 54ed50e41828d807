import type { JSONObject, JSONValue } from 'proto3-json-serializer';

import type { FirestoreAdmin, LoadedRules, RulesIssue, RulesSource } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { isObject } from '#firestore/protobuf/json-input.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import { errorBody, httpStatus, jsonAnswer, type HttpAnswer } from '#firestore/wire/http/http-answer.ts';

/** The name of a file in issues, if it came without a name. */
const UNNAMED = 'security.rules';

/** firebase-tools sends `ignore_errors`. Then a source that does not load is answered with 200 and its issues. */
export function setRules(admin: FirestoreAdmin, project: string, body: JSONObject): HttpAnswer {
  const files = filesIn(body);
  try {
    const issues = issuesOf(admin.setRules(project, ...files), 'WARNING', files[0].name);
    return jsonAnswer(JSON.stringify({ issues }));
  } catch (error) {
    const invalidRules = StatusError.from(error);
    if (!(invalidRules.cause instanceof RulesError)) throw invalidRules;
    const issues = issuesOf([invalidRules.cause], 'ERROR', invalidRules.cause.fileName ?? undefined);
    const ignored = body['ignore_errors'] === true || body['ignoreErrors'] === true;
    const status = ignored ? 200 : httpStatus(invalidRules);
    return jsonAnswer(JSON.stringify(ignored ? { issues } : { ...errorBody(invalidRules), issues }), status);
  }
}

/** In the form of a PUT, so that a tool can load the same rules again. */
export function currentRules(admin: FirestoreAdmin, project: string): HttpAnswer {
  const { files, warnings } = admin.rulesOf(project);
  const issues = issuesOf(warnings, 'WARNING', files[0].name);
  const rules = { files };
  return jsonAnswer(JSON.stringify(issues.length === 0 ? { rules } : { rules, issues }));
}

function issuesOf(
  issues: readonly RulesIssue[],
  severity: 'ERROR' | 'WARNING',
  fileName = UNNAMED,
): readonly object[] {
  return issues.map(({ line, column, offset, endOffset, message, ofFile = false }) => ({
    // Like the official emulator's, an issue of the whole file has no position.
    sourcePosition: { fileName, ...(!ofFile && { line, column, currentOffset: offset, endOffset }) },
    description: message,
    severity,
  }));
}

function filesIn(body: JSONObject): LoadedRules['files'] {
  const rules = body['rules'];
  const files = rules !== undefined && isObject(rules) ? rules['files'] : undefined;
  const [first, ...others] = (Array.isArray(files) ? files : [null]).map(fileOf);
  if (first === undefined) throw otherForm();
  return [first, ...others];
}

function fileOf(file: JSONValue): RulesSource {
  const { content, name } = isObject(file) ? file : {};
  if (typeof content !== 'string') throw otherForm();
  return typeof name === 'string' ? { content, name } : { content };
}

function otherForm(): StatusError {
  return new StatusError('INVALID_ARGUMENT', 'The body is not {"rules": {"files": [{"content": "..."}]}}.');
}
