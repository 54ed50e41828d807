import { ENDPOINTS } from '@foldmark/contract/endpoint-table';
import {
  type Endpoint,
  FAILURES_OF_NEED,
  SHARED_FAILURES,
  TOKEN_FAILURES,
} from '@foldmark/contract/endpoint';
import { failureAnswerSchema } from '@foldmark/contract/answers';
import { FAILURES, type FailureCode } from '@foldmark/contract/failures';
import { REQUEST_KEY } from '@foldmark/library/entities/limits';
import * as z from 'zod/mini';

type Json = z.core.JSONSchema.BaseSchema;

/** The calls as OpenAPI 3.1, which uses the same JSON Schema as zod. `entities` become components. */
export function openApi(entities: Readonly<Record<string, z.core.$ZodType>>, version: string): object {
  const schemas: Record<string, unknown> = {};
  const toJson = (schema: z.core.$ZodType, spelledOut = ''): Json => {
    const names = z.registry<{ id: string }>();
    for (const [id, entity] of Object.entries(entities)) if (id !== spelledOut) names.add(entity, { id });
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      metadata: names,
    });
    // An entity that contains another one.
    for (const [id, of] of Object.entries($defs)) schemas[id] ??= withComponents(of);
    return withComponents(rest);
  };
  for (const [id, entity] of Object.entries(entities)) schemas[id] = toJson(entity, id);
  schemas['Failure'] = toJson(failureAnswerSchema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foldmark',
      version,
      description:
        'Written by `npm run docs` from contract/src/endpoint-table.ts. docs/api.md explains the calls.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(
      Object.entries(ENDPOINTS).map(([path, endpoint]) => [
        // The API accepts both forms, and tools prefer this one.
        path.replace(/\/$/, ''),
        { post: operation(path, endpoint, toJson) },
      ]),
    ),
    components: {
      schemas,
      responses: {
        Failure: { description: 'A failure', content: content({ $ref: '#/components/schemas/Failure' }) },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'auth-token', description: 'A Firebase ID token.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of a connected app. The list of a call names the scope that it needs.',
        },
      },
    },
  };
}

/** Lets references lead to the components of the document. */
function withComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), (key, value) =>
    key === '$id' || key === 'id' ? (typeof value === 'string' ? undefined : value) : value,
  );
}

function content(schema: object): object {
  return { 'application/json': { schema } };
}

function operation(path: string, endpoint: Endpoint, toJson: (schema: z.core.$ZodType) => Json): object {
  const { summary, needs, scope, failures, keyed, minimal } = endpoint;
  const codes = new Set<FailureCode>([...SHARED_FAILURES, ...FAILURES_OF_NEED[needs], ...failures]);
  if (scope !== 'open') for (const code of TOKEN_FAILURES) codes.add(code);
  const parameters = [
    ...(keyed === undefined ? [] : [{ ...HEADER, name: 'Idempotency-Key', schema: KEY }]),
    ...(minimal === undefined ? [] : [{ ...HEADER, name: 'Prefer', schema: { const: 'return=minimal' } }]),
  ];
  return {
    operationId: path.slice(1, -1).replaceAll(/[/-](.)/g, (_, letter: string) => letter.toUpperCase()),
    summary: summary.split('. ')[0]?.replace(/\.$/, '') ?? '',
    description: summary,
    security: securityOf(scope),
    ...(parameters.length === 0 ? {} : { parameters }),
    requestBody: { content: content(toJson(endpoint.input)) },
    responses: {
      200: { description: 'Done', content: content(toJson(endpoint.answer)) },
      ...(minimal === undefined ? {} : { 204: { description: 'Done, for `Prefer: return=minimal`' } }),
      ...failureResponses(codes),
    },
  };
}

const HEADER = { in: 'header', required: false } as const;
const KEY = { type: 'string', pattern: REQUEST_KEY.source };

function securityOf(scope: Endpoint['scope']): object[] {
  if (scope === 'open') return [];
  return scope === 'never' ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
}

/** One response per status, which lists its codes. */
function failureResponses(codes: ReadonlySet<FailureCode>): object {
  const byStatus = Map.groupBy(codes, (code) => FAILURES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      { $ref: '#/components/responses/Failure', description: `The code is ${some.join(', ')}.` },
    ]),
  );
}
