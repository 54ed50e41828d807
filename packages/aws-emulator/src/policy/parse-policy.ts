import {
  OPERATORS,
  type Condition,
  type Operator,
  type Patterns,
  type Policy,
  type Principal,
  type Statement,
} from '#aws/policy/policy.ts';
import { recordIn } from '#aws/template/values.ts';

/** Thrown for a policy that the emulator does not support. The server then does not start. */
export class PolicyError extends Error {}

const ELEMENTS = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Principal',
  'Condition',
]);

const OPERATOR = /^(?:(?<quantifier>ForAnyValue|ForAllValues):)?(?<name>[A-Za-z]+?)(?<ifExists>IfExists)?$/u;

export function parsePolicy(document: unknown): Policy {
  const { Version, Statement: statements, ...others } = recordIn(document, 'a policy');
  if (Version !== '2012-10-17') throw new PolicyError('A policy must have the version 2012-10-17.');
  refuseOthers(Object.keys(others).filter((name) => name !== 'Id'));
  return { statements: listOf(statements).map(parseStatement) };
}

function parseStatement(value: unknown): Statement {
  const statement = recordIn(value, 'a statement');
  refuseOthers(Object.keys(statement).filter((name) => !ELEMENTS.has(name)));
  const { Effect: effect } = statement;
  if (effect !== 'Allow' && effect !== 'Deny')
    throw new PolicyError(`Invalid effect: ${JSON.stringify(effect)}`);
  const actions = parsePatterns(statement, 'Action');
  if (actions === null) throw new PolicyError('A statement has no action.');
  return {
    effect,
    actions,
    resources: parsePatterns(statement, 'Resource'),
    principals: statement['Principal'] === undefined ? null : parsePrincipals(statement['Principal']),
    conditions: parseConditions(statement['Condition'] ?? {}),
  };
}

function parsePatterns(statement: Readonly<Record<string, unknown>>, name: string): Patterns | null {
  const { [name]: given, [`Not${name}`]: not } = statement;
  if (given !== undefined && not !== undefined)
    throw new PolicyError(`A statement has both ${name} and Not${name}.`);
  const value = given ?? not;
  return value === undefined ? null : { inverted: given === undefined, patterns: textsOf(value) };
}

function parsePrincipals(value: unknown): Principal[] {
  if (value === '*') return [{ kind: '*', id: '*' }];
  return Object.entries(recordIn(value, 'a principal')).flatMap(([kind, ids]) => {
    if (kind !== 'AWS' && kind !== 'Federated' && kind !== 'Service')
      throw new PolicyError(`Unknown kind of principal: ${kind}`);
    return textsOf(ids).map((id): Principal => ({ kind: id === '*' ? '*' : kind, id }));
  });
}

function parseConditions(value: unknown): Condition[] {
  return Object.entries(recordIn(value, 'a condition')).flatMap(([operator, keys]) =>
    Object.entries(recordIn(keys, operator)).map(([key, values]) => ({
      operator: parseOperator(operator),
      key,
      values: textsOf(values),
    })),
  );
}

function parseOperator(text: string): Operator {
  const { quantifier, name, ifExists } = OPERATOR.exec(text)?.groups ?? {};
  const known = OPERATORS.find((operator) => operator === name);
  if (known === undefined) throw new PolicyError(`Unknown condition operator: ${text}`);
  return {
    name: known,
    quantifier: quantifier === 'ForAnyValue' || quantifier === 'ForAllValues' ? quantifier : null,
    ifExists: ifExists !== undefined,
  };
}

function refuseOthers(names: readonly string[]): void {
  if (names.length > 0) throw new PolicyError(`Unknown element of a policy: ${names.join(', ')}`);
}

function textsOf(value: unknown): string[] {
  return listOf(value).map((item) => {
    if (typeof item === 'string' || typeof item === 'boolean' || typeof item === 'number')
      return String(item);
    throw new PolicyError(`A policy must have text instead of ${JSON.stringify(item)}`);
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
