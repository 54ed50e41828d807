import { isCall, type ExplainedDifference } from '#firestore/compare/explain.ts';
import { comparesOtherNumber } from '#firestore/compare/explain-numbers.ts';
import { contradictions, filterLeaves, type FilterLeaf } from '#firestore/compare/explain-query.ts';
import { at, list, stringify } from '#firestore/compare/json.ts';
import type { CallStep, Observation, Step } from '#firestore/compare/step.ts';

const TYPED: ReadonlySet<string> = new Set([
  'ARRAY_CONTAINS',
  'ARRAY_CONTAINS_ANY',
  'IN',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'IS_NAN',
  'IS_NULL',
]);

/** The fields of documents that a line of the rules reads. */
function fieldsRead(line: string): readonly string[] {
  return [...line.matchAll(/resource\.data\.(?<field>[a-z](?:\.[a-z])*)\b/gu)].map(
    (found) => found.groups?.['field'] ?? '',
  );
}

function isRelated(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** Whether the filters on the fields that a rule reads give their type, or contradict each other. */
function provesByType(step: CallStep, ours: Observation, lines: readonly string[]): boolean {
  const read = lines.flatMap(fieldsRead);
  const filters = filterLeaves(step).filter(({ path }) => read.some((field) => isRelated(field, path)));
  return filters.some(({ op }) => TYPED.has(op)) || (filters.length > 1 && foundNothing(ours));
}

/** Names that contradict each other, or are outside of the query's scope, find nothing. */
function contradictsNames(step: CallStep, ours: Observation): boolean {
  return filterLeaves(step).some(findsByName) && foundNothing(ours);
}

/** Whether lines of the rules read a field whose filters contradict each other. */
function readsContradiction(step: CallStep, lines: readonly string[]): boolean {
  const read = lines.flatMap(fieldsRead);
  return contradictions(step).some((path) => read.some((field) => isRelated(field, path)));
}

function foundNothing({ code, answers }: Observation): boolean {
  return code === 'OK' && list(at(answers, 'documents')).length === 0;
}

/** The lines of the ruleset that a message of a denial names. */
function deniedLines(message: string, scenario: readonly Step[]): readonly string[] {
  const lines = scenario.flatMap((step) => (step.kind === 'rules' ? step.source.split('\n') : []));
  return [...message.matchAll(/@ L(?<line>\d+)/gu)].flatMap(
    (found) => lines[Number(found.groups?.['line']) - 1] ?? [],
  );
}

/** Whether the rules of the scenario match. */
function hasRules(scenario: readonly Step[], pattern: RegExp): boolean {
  return scenario.some((step) => step.kind === 'rules' && pattern.test(step.source));
}

/** Whether the rules load here and not there, or a call is denied here for this reason only. */
function isStricter(step: Step, ours: Observation, official: Observation, reason: string): boolean {
  if (step.kind === 'rules') return ours.code === 'HTTP 200' && official.code === 'HTTP 400';
  return ours.code === 'PERMISSION_DENIED' && official.code !== ours.code && ours.message.includes(reason);
}

/** Whether a filter compares with null or NaN, or with a list that has one of them. */
function hasNothing({ value }: FilterLeaf): boolean {
  return [value, ...list(at(value, 'arrayValue', 'values'))].some(
    (each) => at(each, 'nullValue') !== undefined || at(each, 'doubleValue') === 'NaN',
  );
}

/** Whether official takes a line of the rules as proven by a filter for null or NaN. */
function provesByNothing(line: string, { path, op }: FilterLeaf): boolean {
  const field = `resource.data.${path}`;
  return op.startsWith('ARRAY_CONTAINS')
    ? line.includes(`[] in ${field}`)
    : line.includes(`${field} == true`) || line.includes(`${field} != null`);
}

/** Whether filters find documents by their names, and exclude some of these names again. */
function filtersNamesTwice(step: CallStep): boolean {
  const names = filterLeaves(step).filter(({ path }) => path === '__name__');
  return names.length > 1 && names.some(findsByName);
}

/** Whether a filter finds documents by their names. */
function findsByName({ path, op }: FilterLeaf): boolean {
  return path === '__name__' && (op === 'EQUAL' || op === 'IN');
}

/** Differences of rulesets, and of the proofs of queries. */
export const RULES_DIFFERENCES: readonly ExplainedDifference[] = [
  {
    name: '`resource.data.get` with a default in a rule for queries',
    official: 'uses the default, although a result could have the field',
    ours: 'needs a proof for each document that the query could find',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (_step, ours, official, scenario) =>
      ours.code === 'PERMISSION_DENIED' &&
      official.code === 'OK' &&
      deniedLines(ours.message, scenario).some((line) => line.includes("resource.data.get('a', ")),
  },
  {
    name: 'rule for queries that the type of a filter proves',
    official: 'knows the value of a field only from equality filters',
    ours: 'knows also that `array-contains` finds lists, that a range finds one type, and that a contradiction finds nothing',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (step, ours, official, scenario) =>
      isCall(step, 'RunQuery') &&
      ours.code === 'OK' &&
      official.code === 'PERMISSION_DENIED' &&
      (official.message === 'No matching allow statements'
        ? contradictsNames(step, ours)
        : provesByType(step, ours, deniedLines(official.message, scenario))),
  },
  {
    name: 'rule for a query that contradicts itself',
    official: 'allows some of them, since they find nothing',
    ours: 'denies it if a filter contradicts the rule',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (step, ours, official, scenario) =>
      isCall(step, 'RunQuery') &&
      ours.code === 'PERMISSION_DENIED' &&
      /"op":"AND"/u.test(stringify(step.request)) &&
      foundNothing(official) &&
      (ours.message.includes("Missing or insufficient permissions: false for 'list'") ||
        (ours.message.includes('No matching allow statements')
          ? filtersNamesTwice(step)
          : readsContradiction(step, deniedLines(ours.message, scenario)))),
  },
  {
    name: 'rule for a query for null or NaN',
    official:
      'takes null and NaN as an empty list that an array contains, and beside other operators as each bool',
    ours: 'proves nothing by a value that no query finds',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (step, ours, official, scenario) =>
      isCall(step, 'RunQuery') &&
      ours.code === 'PERMISSION_DENIED' &&
      foundNothing(official) &&
      filterLeaves(step).some(
        (leaf) =>
          hasNothing(leaf) && deniedLines(ours.message, scenario).some((line) => provesByNothing(line, leaf)),
      ),
  },
  {
    name: '1 and 1.0 in the rules',
    official: 'finds 1 in `[1]`, and not in `[1.0]`. A query for `!= 1.0` does not prove the rule `!= 1`',
    ours: 'finds 1 in both, since `1 == 1.0`, and proves it. A query for 1 finds 1.0 too',
    documentation: 'https://firebase.google.com/docs/reference/rules/rules.List',
    explains: (step, ours, official, scenario) => {
      const [denied, other] = [ours, official].filter(({ code }) => code === 'PERMISSION_DENIED');
      return (
        isCall(step, 'RunQuery', 'GetDocument', 'Commit') &&
        denied !== undefined &&
        other === undefined &&
        deniedLines(denied.message, scenario).some((line) => comparesOtherNumber(line, step, scenario))
      );
    },
  },
  {
    name: 'rule for a query by document name',
    official: 'decides by the document',
    ours: 'needs a proof from the filters, as for other queries',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-query',
    explains: (step, ours, official) =>
      isCall(step, 'RunQuery', 'RunAggregationQuery') &&
      filterLeaves(step).some(findsByName) &&
      (ours.message.includes('do not prove')
        ? official.code === 'OK'
        : // The document does not exist, or the filters exclude it.
          foundNothing(ours) && official.code === 'PERMISSION_DENIED'),
  },
  {
    name: 'eleventh variable of a function',
    official: 'evaluates eleven, and refuses rules with twelve',
    ours: 'loads the rules with a warning; evaluating the function is an error',
    documentation: 'https://firebase.google.com/docs/firestore/security/rules-structure#limits',
    explains: (step, ours, official, scenario) =>
      hasRules(scenario, /(?:let [^;]*;\s*){11}/u) &&
      isStricter(step, ours, official, 'Maximum allowed variable count'),
  },
  {
    name: 'second block of a service',
    official: 'refuses the rules',
    ours: 'loads the rules with a warning; the second block grants nothing',
    documentation: 'https://firebase.google.com/docs/rules/rules-language',
    explains: (step, ours, official, scenario) =>
      hasRules(scenario, /service cloud\.firestore.*service cloud\.firestore/su) &&
      isStricter(step, ours, official, 'Duplicate service'),
  },
];
