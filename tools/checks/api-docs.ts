/** Writes docs/api.md and docs/openapi.json from the contract's table of calls. With --check it only reports whether they are current. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { batchableChangeSchema } from '@foldmark/library/changes/changes';
import { revertedEditSchema } from '@foldmark/library/changes/edits';
import {
  FAILURES_OF_NEED,
  SHARED_FAILURES,
  TOKEN_FAILURES,
  type Endpoint,
} from '@foldmark/contract/endpoint';
import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import {
  authUserSchema,
  deletedSchema,
  favoriteSchema,
  folderLinkSchema,
  folderSchema,
  linkSchema,
  userSchema,
} from '@foldmark/library/entities/entities';
import { FAILURES, type FailureCode } from '@foldmark/contract/failures';
import {
  GRANT_ALLOWANCE_PART,
  GRANT_DAYS_MAX,
  GRANT_ENDED_DAYS,
  GRANTS_MAX_COUNT,
  STORED_MARKS,
  STORED_REQUEST_KEYS,
} from '@foldmark/contract/limits';
import * as z from 'zod/mini';

import { openApi } from '#tools/checks/open-api.ts';
import { readFlags } from '#tools/support/flags.ts';

const FILE = join(import.meta.dirname, '../../docs/api.md');
const OPEN_API_FILE = join(import.meta.dirname, '../../docs/openapi.json');

const ENTITIES = {
  Link: linkSchema,
  Folder: folderSchema,
  FolderLink: folderLinkSchema,
  Favorite: favoriteSchema,
  User: userSchema,
  AuthUser: authUserSchema,
  Deleted: deletedSchema,
  Change: batchableChangeSchema,
  Edit: revertedEditSchema,
};

const CALLERS = {
  nothing: 'All callers.',
  token: 'Signed-in users.',
  profile: 'Signed-in users with a profile.',
};

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
};

const REPEATS = {
  creation: 'they create nothing more and get the object as it is now',
  change: 'and body they change nothing, even if the object was changed since',
} as const;

const INTRODUCTION = `Every call is a \`POST\` to \`/api\` plus its path, with or without the last slash. The body is a JSON object; an empty body
counts as \`{}\`. Signed-in calls send a Firebase ID token in the \`auth-token\` header. The API trims text, ignores unknown
fields and sends dates as ISO text.

A client can retry every call whose answer was lost. For calls that create or change something, send an \`Idempotency-Key\` header
with the same value (such as a UUID) in every retry. The API stores the keys of a user's last ${STORED_REQUEST_KEYS} created objects: the
same key with another body answers 409. It also stores the last ${STORED_MARKS} changes of each object that had a key. A late repeat
of one of them does not overwrite what was changed since.

A failure answers \`{"code": code, "primary_error": text}\`. Programs compare the code; texts can change. Invalid input answers 400 with
\`{"code": "invalid", "errors": [text, ...]}\`. A 500 has a
\`request_id\`, by which you find its log line. Every call can answer:`;

const TOKENS = `A person makes a personal access token in Settings, Connected apps. An app of others gets one by [OAuth](api/oauth.md). A program sends
it in place of the ID token:

    curl -X POST https://your-host/api/links/create/ -H 'Authorization: Bearer fmk_pat_...' \\
      -H 'Content-Type: application/json' -d '{"url": "https://example.com/"}'

- A token has the scope \`read\`, \`suggest\` or \`write\`. Each includes those before it. Each call below says what it needs.
- No token of any scope can delete for ever, empty the trash, upload or set images, use the account, or make and end tokens. In
  /batch/ it can use neither \`link.delete\`, \`folder.delete\` nor \`revert\`, and no \`undoes\`: these answer \`notByToken\`.
- Each change is an action of the history that names the app. With a token, /actions/undo/ and the calls of imports accept the app's own
  actions only.
- Pages of any site may call with a token (CORS, without credentials). A token in an address answers 400.
- A token expires after at most ${GRANT_DAYS_MAX} days. A person can have ${GRANTS_MAX_COUNT} apps. Each may use 1/${GRANT_ALLOWANCE_PART} of the person's allowance, and
  all of them together no more than the person.
- A revoked token stops within a minute. A change of the password or the address, and the deletion of the account, end all tokens.
  For ${GRANT_ENDED_DAYS} days they answer that they have ended.

A call with a token can answer:`;

type JsonSchema = z.core.JSONSchema.JSONSchema;
type JsonSchemaOrAny = z.core.JSONSchema._JSONSchema;

const flags = readFlags('npm run docs -- [--check]    only reports whether the files are current', {
  check: { type: 'boolean', default: false },
});
const MANIFEST = join(import.meta.dirname, '../../package.json');
const { version }: { version: string } = JSON.parse(await readFile(MANIFEST, 'utf8'));
const texts = [
  [FILE, document()],
  [OPEN_API_FILE, `${JSON.stringify(openApi(ENTITIES, version), null, 2)}\n`],
] as const;
for (const [file, text] of texts) {
  if (!flags.check) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`docs/${basename(file)} is stale: the contract has changed. Run "npm run docs".\n`);
    process.exitCode = 1;
  }
}

function document(): string {
  return [
    '# The API',
    '<!-- Written by `npm run docs` from contract/src/endpoint-table.ts. Do not edit. -->',
    INTRODUCTION,
    ...failureTable(SHARED_FAILURES),
    '## Access tokens',
    TOKENS,
    ...failureTable(TOKEN_FAILURES),
    '## Entities',
    ...Object.entries(ENTITIES).map(([name, schema]) => entitySection(name, jsonSchema(schema, name))),
    '## Calls',
    ...Object.entries(ENDPOINTS).flatMap(([path, endpoint]) => callSection(path, endpoint)),
  ]
    .join('\n\n')
    .concat('\n');
}

function entitySection(name: string, schema: JsonSchema): string {
  if (schema.oneOf === undefined) return `**${name}** \`${shape(schema)}\``;
  return [`**${name}** is one of`, '', ...schema.oneOf.map((one) => `- \`${shape(one)}\``)].join('\n');
}

function callSection(path: string, endpoint: Endpoint): string[] {
  const failures = [...FAILURES_OF_NEED[endpoint.needs], ...endpoint.failures];
  return [
    `### \`${path}\``,
    endpoint.summary,
    `- Callers: ${CALLERS[endpoint.needs]}${scopeText(endpoint)}\n${inputList(endpoint)}\n- Answer: \`${shape(jsonSchema(endpoint.answer))}\`${
      endpoint.minimal === true ? ', or 204 for `Prefer: return=minimal`' : ''
    }${endpoint.keyed === undefined ? '' : `\n- Repeats: with the same \`Idempotency-Key\` ${REPEATS[endpoint.keyed]}`}`,
    ...(failures.length === 0 ? [] : failureTable(failures)),
  ];
}

function scopeText({ scope }: Endpoint): string {
  if (scope === 'open') return '';
  return scope === 'never' ? ' No access token.' : ` Access tokens with the scope \`${scope}\`.`;
}

function inputList(endpoint: Endpoint): string {
  const { properties = {}, required = [] } = jsonSchema(endpoint.input);
  const fields = Object.entries(properties).map(([name, property]) => {
    const limit = typeof property === 'boolean' ? undefined : property.maxLength;
    const details = [
      shape(property),
      required.includes(name) ? 'required' : 'optional',
      ...(limit === undefined ? [] : [`at most ${limit} characters`]),
    ];
    return `  - \`${name}\`: ${details.join(', ')}`;
  });
  if (fields.length === 0) return '- Input: none';
  const missing = z.safeParse(endpoint.input, {}).error?.issues.map(({ message }) => `"${message}"`) ?? [];
  const errors = missing.length === 0 ? [] : [`- \`errors\` of \`{}\`: ${missing.join(', ')}`];
  return ['- Input:', ...fields, ...errors].join('\n');
}

function failureTable(codes: readonly FailureCode[]): string[] {
  const rows = codes.map(
    (code) => `| ${FAILURES[code].status} | \`${code}\` | ${FAILURES[code].primary_error} |`,
  );
  return [['| Status | `code` | `primary_error` |', '| --- | --- | --- |', ...new Set(rows)].join('\n')];
}

/** The schema of the JSON on the wire, before transformations. Refers to entities by name, except for `spelledOut`. */
function jsonSchema(schema: z.core.$ZodType, spelledOut = ''): JsonSchema {
  const names = z.registry<{ id: string }>();
  for (const [id, entity] of Object.entries(ENTITIES)) if (id !== spelledOut) names.add(entity, { id });
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: names });
}

function shape(schema: JsonSchemaOrAny): string {
  if (typeof schema === 'boolean') return 'anything';
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(shape).join(' or ');
  if (schema.type === 'array')
    return `${shape(Array.isArray(schema.items) ? true : (schema.items ?? true))}[]`;
  if (schema.type !== 'object') return SIMPLE[String(schema.type)] ?? 'anything';
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(property)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
