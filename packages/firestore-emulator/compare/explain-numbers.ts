import { equalValues, filterLeaves } from '#firestore/compare/explain-query.ts';
import { at, isList, isObject, list, stringify, text, type Json } from '#firestore/compare/json.ts';
import type { CallStep, Step } from '#firestore/compare/step.ts';

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const FIELD = String.raw`data(?:(?:\.[a-z]\b)+|\['[a-z]'\]|\.get\((?:'[a-z]'|\[[^\]]*\]), [^)]*\))(?:\[0\])?`;
const OPERAND = String.raw`(?:\[[^[\]]*\]|\{[^{}]*\}|\b${FIELD}|\btoken\.n\b|(?<![\w.])${NUMBER})`;
const METHOD = String.raw`\.(?:hasAny|hasAll|hasOnly|removeAll)\(`;
const BEFORE_FIELD = String.raw`(?:request\.|resource\.|auth\.)*`;
const COMPARISON = new RegExp(
  `(?<left>${OPERAND})(?: (?<operator>in|==|!=) |${METHOD})${BEFORE_FIELD}(?<right>${OPERAND})`,
  'gu',
);

/**
 * Whether a line of the rules compares an int in a list or map with the same number as a float, or excludes one of them as a
 * query excludes the other. The numbers are of the line
 * itself, of the user's token, and of the fields that it reads: of an equality of the query, or of a document of the scenario.
 */
export function comparesOtherNumber(line: string, step: CallStep, scenario: readonly Step[]): boolean {
  return [...line.matchAll(COMPARISON)].some(({ groups }) => {
    const left = valuesOf(groups?.['left'] ?? '', step, scenario);
    const right = valuesOf(groups?.['right'] ?? '', step, scenario);
    if (groups?.['operator'] === 'in') return areMixed(left, right.flatMap(elements));
    if (groups?.['operator'] === undefined) return areMixed(left.flatMap(elements), right.flatMap(elements));
    if (groups?.['operator'] === '!=' && areMixed(excludedValues(groups['left'] ?? '', step), right))
      return true;
    return areMixed(left.filter(isCollection), right.filter(isCollection));
  });
}

/** The values that a query excludes from a field. */
function excludedValues(operand: string, step: CallStep): readonly Json[] {
  return filterLeaves(step)
    .filter(({ path }) => operand === `data.${path}`)
    .flatMap(({ op, value }) => {
      if (op === 'NOT_IN') return elements(value);
      return op === 'NOT_EQUAL' ? [value] : [];
    });
}

/** Whether a value of each list is the same, but for the types of numbers. */
function areMixed(left: readonly Json[], right: readonly Json[]): boolean {
  return left.some((one) =>
    right.some(
      (other) =>
        stringify(one) !== stringify(other) &&
        stringify(withoutNumberTypes(one)) === stringify(withoutNumberTypes(other)),
    ),
  );
}

function withoutNumberTypes(value: Json): Json {
  if (isList(value)) return value.map(withoutNumberTypes);
  if (!isObject(value)) return value;
  const { integerValue, doubleValue } = value;
  if (integerValue !== undefined) return { number: text(integerValue) };
  if (Number.isInteger(doubleValue)) return { number: String(BigInt(Number(doubleValue))) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNumberTypes(inner)]));
}

/** The values that an operand of the rules can have in a scenario. */
function valuesOf(operand: string, step: CallStep, scenario: readonly Step[]): readonly Json[] {
  if (operand === 'token.n') return [literalOf(stringify(at(step.as ?? null, 'n') ?? null))];
  if (!operand.startsWith('data')) return [literalOf(operand)];
  const [read = '', fallback] = operand.split(/, (?=[^\]]*\)$)/u);
  const path = [...read.matchAll(/\b[a-z]\b/gu)].map(([name]) => name);
  const values =
    step.method === 'RunQuery'
      ? filterLeaves(step).flatMap((leaf) => (leaf.path === path.join('.') ? (equalValues(leaf) ?? []) : []))
      : fieldsOf(scenario).flatMap((fields) => inFields(fields, path));
  if (fallback !== undefined) return [...values, literalOf(fallback.slice(0, -1))];
  return operand.endsWith('[0]') ? values.flatMap(elements) : values;
}

/** The fields of all documents that a scenario writes. */
function fieldsOf(scenario: readonly Step[]): readonly Json[] {
  const writes = scenario.flatMap((step) => (step.kind === 'call' ? list(step.request['writes']) : []));
  return writes.map((write) => at(write, 'update', 'fields') ?? null);
}

function inFields(fields: Json, [name = '', ...path]: readonly string[]): readonly Json[] {
  const value = at(fields, name);
  if (value === undefined) return [];
  return path.length === 0 ? [value] : inFields(at(value, 'mapValue', 'fields') ?? null, path);
}

function elements(value: Json): readonly Json[] {
  return list(at(value, 'arrayValue', 'values'));
}

function isCollection(value: Json): boolean {
  return at(value, 'arrayValue') !== undefined || at(value, 'mapValue') !== undefined;
}

/** A literal of the rules, as in a document. */
function literalOf(source: string): Json {
  if (/^-?\d+$/u.test(source)) return { integerValue: source };
  if (/^-?\d+\.\d+$/u.test(source)) return { doubleValue: Number(source) };
  const inner = source.slice(1, -1);
  const parts = inner.split(', ').filter(Boolean);
  if (source.startsWith('[')) return { arrayValue: { values: parts.map(literalOf) } };
  if (!source.startsWith('{')) return { stringValue: inner };
  const fields = parts.map((part) => part.split(': '));
  return {
    mapValue: {
      fields: Object.fromEntries(
        fields.map(([key = '', value = '']) => [key.slice(1, -1), literalOf(value)]),
      ),
    },
  };
}
