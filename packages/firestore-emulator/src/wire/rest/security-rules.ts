import type { JSONObject } from 'proto3-json-serializer';

import type { FirestoreAdmin, RulesIssue } from '#firestore/api/service.ts';
import { StatusError } from '#firestore/api/status.ts';
import { isObject } from '#firestore/protobuf/json-input.ts';
import { RulesError } from '#firestore/rules/rules-error.ts';
import { errorBody, httpStatus, jsonAnswer, type HttpAnswer } from '#firestore/wire/http/http-answer.ts';

/** The name of a file in issues, if it came without a name. */
const UNNAMED = 'security.rules';

/** The official emulator answers with these rules for a project without rules. */
const OPEN_RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if true;
    }
  }
}`;

interface RulesFile {
  readonly content: string;
  readonly name: string | undefined;
}

/** firebase-tools sends `ignore_errors`. Then a source that does not load is answered with 200 and its issues. */
export function setRules(admin: FirestoreAdmin, project: string, body: JSONObject): HttpAnswer {
  const { content, name } = fileIn(body);
  try {
    return jsonAnswer(
      JSON.stringify({ issues: issuesOf(admin.setRules(project, content, name), 'WARNING', name) }),
    );
  } catch (error) {
    const invalidRules = StatusError.from(error);
    if (!(invalidRules.cause instanceof RulesError)) throw invalidRules;
    const issues = issuesOf([invalidRules.cause], 'ERROR', name);
    const ignored = body['ignore_errors'] === true || body['ignoreErrors'] === true;
    const status = ignored ? 200 : httpStatus(invalidRules);
    return jsonAnswer(JSON.stringify(ignored ? { issues } : { ...errorBody(invalidRules), issues }), status);
  }
}

/** In the form of a PUT, so that a tool can load the same rules again. */
export function currentRules(admin: FirestoreAdmin, project: string): HttpAnswer {
  const loaded = admin.rulesOf(project) ?? { source: OPEN_RULES, fileName: 'OPEN_RULES', warnings: [] };
  const { source, fileName, warnings } = loaded;
  const name = fileName ?? undefined;
  const issues = issuesOf(warnings, 'WARNING', name);
  const rules = { files: [{ content: source, name }] };
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

function fileIn(body: JSONObject): RulesFile {
  const rules = body['rules'];
  const files = rules !== undefined && isObject(rules) ? rules['files'] : undefined;
  const [file] = Array.isArray(files) ? files : [];
  const { content, name } = file !== undefined && isObject(file) ? file : {};
  if (typeof content !== 'string') {
    throw new StatusError('INVALID_ARGUMENT', 'The body is not {"rules": {"files": [{"content": "..."}]}}.');
  }
  return { content, name: typeof name === 'string' ? name : undefined };
}
