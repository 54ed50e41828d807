import { parseDocument, type CollectionTag, type ScalarTag, type Tags } from 'yaml';

import { isRecord, recordIn, TemplateError, textIn, type Values } from '#aws/template/values.ts';

/** The short forms of CloudFormation's functions, with their full names. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  '!Ref': 'Ref',
  '!GetAtt': 'Fn::GetAtt',
  '!Sub': 'Fn::Sub',
  '!Join': 'Fn::Join',
};

export interface Resource {
  readonly type: string;
  readonly properties: Values;
  readonly dependsOn: readonly string[];
}

export interface Parameter {
  readonly type: string;
  readonly default: string | null;
  readonly allowedValues: readonly string[] | null;
  readonly allowedPattern: string | null;
}

/** A parsed CloudFormation template. Its functions are not evaluated yet. */
export interface Template {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly outputs: ReadonlyMap<string, unknown>;
}

export function parseTemplate(yaml: string): Template {
  const document = parseDocument(yaml, { customTags: tags(), version: '1.1', schema: 'core' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw new TemplateError(problem.message);
  const { Parameters, Resources, Outputs } = recordIn(document.toJS(), 'a template');
  return {
    parameters: mapOf(Parameters, parseParameter),
    resources: mapOf(Resources, parseResource),
    outputs: mapOf(Outputs, (value) => recordIn(value, 'an output')['Value']),
  };
}

/** `!Sub x` becomes `{ 'Fn::Sub': x }`, for any x. */
function tags(): Tags {
  return Object.entries(FUNCTIONS).flatMap(([tag, name]): (ScalarTag | CollectionTag)[] => [
    { tag, resolve: (text: string) => ({ [name]: tag === '!GetAtt' ? text.split('.') : text }) },
    {
      tag,
      collection: 'seq',
      resolve: (list) => ({ [name]: list.toJSON() }),
    },
  ]);
}

function parseParameter(value: unknown): Parameter {
  const parameter = recordIn(value, 'a parameter');
  const { Default, AllowedValues, AllowedPattern } = parameter;
  return {
    type: textIn(parameter, 'Type'),
    default: Default === undefined ? null : textIn(parameter, 'Default'),
    allowedValues: Array.isArray(AllowedValues) ? AllowedValues.map(String) : null,
    allowedPattern: typeof AllowedPattern === 'string' ? AllowedPattern : null,
  };
}

function parseResource(value: unknown): Resource {
  const { Type, Properties = {}, DependsOn = [] } = recordIn(value, 'a resource');
  if (typeof Type !== 'string') throw new TemplateError('A resource has no type.');
  return {
    type: Type,
    properties: recordIn(Properties, `the properties of ${Type}`),
    dependsOn: (Array.isArray(DependsOn) ? DependsOn : [DependsOn]).map(String),
  };
}

function mapOf<T>(value: unknown, parse: (value: unknown) => T): ReadonlyMap<string, T> {
  if (!isRecord(value)) return new Map();
  return new Map(Object.entries(value).map(([name, entry]) => [name, parse(entry)]));
}
