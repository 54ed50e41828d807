import { expect, test } from 'vitest';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import { inDatabase } from '#firestore/rules/test-support.ts';

function warningsOf(rules: string): readonly string[] {
  return parseRuleset(inDatabase(rules)).warnings.map(
    ({ line, column, offset, endOffset, message }) =>
      `${String(line)}:${String(column)}+${String(endOffset - offset + 1)} ${message}`,
  );
}

const invalid = (received: string, expected: string): string =>
  `Invalid type. Received one of [${received}]. Expected one of [${expected}].`;
const SUM = 'int, float, string, duration, timestamp';
const CONDITION = 'Invalid type. Permission statements expect a boolean value. Received one of';
const NOT_EQUAL = 'The sub-expressions are not comparable, so this comparison will always return false.';
const TERNARY =
  'Ternary operator result if condition is true has a different type than if condition is false.';
const noType = (name: string): string =>
  `Invalid type. There is no type for variable '${name}' that satisfies all clauses.`;

/** The warnings of the official emulator, whose positions were compared too. */
test.each<[string, readonly string[]]>([
  ['int(true) == 1', [`5:5+4 ${invalid('bool', 'int, float, string')}`]],
  ['float([]) == 1.0', [`5:7+1 ${invalid('list', 'int, float, string')}`]],
  ['string([1]) == "a"', [`5:8+1 ${invalid('list', 'int, float, null, string, bool, path')}`]],
  ["string(b'abc') == 'a'", [`5:8+6 ${invalid('bytes', 'int, float, null, string, bool, path')}`]],
  ['path(/a) == /a', [`5:6+2 ${invalid('path', 'string')}`]],
  ["math.abs('a') == 1", [`5:10+3 ${invalid('string', 'int, float')}`]],
  ["math.abs('a') == 'a'", [`5:10+3 ${invalid('string', 'int, float')}`, `5:15+2 ${NOT_EQUAL}`]],
  ['math.ceil(null) == 1', [`5:11+4 ${invalid('null', 'float, int')}`]],
  ['timestamp.value(1.5) == request.time', [`5:17+3 ${invalid('float', 'int, string')}`]],
  [
    "duration.value(1.5, 's') != null",
    [`5:16+3 ${invalid('float', 'int')}`, `5:26+2 ${NOT_EQUAL.replace('false', 'true')}`],
  ],
  ['hashing.md5(1) == b"a"', [`5:13+1 ${invalid('int', 'bytes, string')}`]],
  ["'a'.matches(1)", [`5:13+1 ${invalid('int', 'string')}`]],
  ['true.seconds() == 1', [`5:1+4 ${invalid('bool', 'duration, timestamp')}`]],
  ['[1].hasAny({})', [`5:12+1 ${invalid('map', 'list, set')}`]],
  ['{}.get(1, 2) == 2', [`5:8+1 ${invalid('int', 'string, list')}`]],
  ['{}.diff([]).addedKeys() == 1', [`5:9+1 ${invalid('list', 'map')}`, `5:25+2 ${NOT_EQUAL}`]],
  ['{1: 2}.size() == 1', [`5:2+1 ${invalid('int', 'string')}`]],
  ['/a/$([1]) == /a', [`5:6+1 ${invalid('list', 'path, null, int, float, string, bool')}`]],
  ['[1][1.5] == 1', [`5:5+3 ${invalid('float', 'int, string')}`]],
  ['[1][0:true] == [1]', [`5:7+4 ${invalid('bool', 'null, int')}`]],
  ["b'a'[1:] == b'a'", [`5:1+4 ${invalid('bytes', 'string, list, path')}`, `5:10+2 ${NOT_EQUAL}`]],
  ["'abc'[0:1].hasAll([1])", [`5:1+5 ${invalid('string', 'list')}`]],
  ["'abc'[0:1] == 1 && [1][:] == [1]", [`5:12+2 ${NOT_EQUAL}`]],
  ['(/a/b).x == 1', [`5:2+2 ${invalid('path', 'map')}`]],
  [
    '[1] + [2] == [1, 2]',
    [`5:1+1 ${invalid('list', SUM)}`, `5:7+1 ${invalid('list', SUM)}`, `5:11+2 ${NOT_EQUAL}`],
  ],
  [
    "duration.value(2, 's') * 2 == duration.value(4, 's')",
    [`5:10+5 ${invalid('duration', 'int, float')}`, `5:28+2 ${NOT_EQUAL}`],
  ],
  ["- 'a'", [`5:1+1 ${CONDITION} [int, float, duration].`]],
  ["- 'a' == 'b'", [`5:3+3 ${invalid('string', 'int, float, duration')}`, `5:7+2 ${NOT_EQUAL}`]],
  ['-1', [`5:1+1 ${CONDITION} [int, float, duration].`]],
  ['1 + 2', [`5:3+1 ${CONDITION} [${SUM}].`]],
  ['!([1] + [2])', [`5:7+1 ${invalid(SUM, 'bool')}`]],
  ['(1 + 1).size() == 1', [`5:2+1 ${invalid('int', 'string')}`, `5:6+1 ${invalid('int', 'string')}`]],
  [
    "-('a' + 'b') == 1",
    [
      `5:3+3 ${invalid('string', 'int, float, duration')}`,
      `5:9+3 ${invalid('string', 'int, float, duration')}`,
    ],
  ],
  ['[1][1 + true] == 1', [`5:9+4 ${invalid('bool', 'int, float, string')}`]],
  ['timestamp.date(1.5 * true, 1, 1) == request.time', [`5:22+4 ${invalid('bool', 'int, float')}`]],
  ['true ? true : 1', [`5:15+1 ${invalid('int', 'bool')}`]],
  ["'a'.matches(true ? 1 : 'b')", [`5:20+1 ${invalid('int', 'string')}`]],
  ["(true ? 1 : 'a') + 1 == 1", [`5:7+1 ${TERNARY}`]],
  ['(true ? 1 : 1.5) == 1', [`5:7+1 ${TERNARY}`]],
  ['(true ? 1 : request.x) == 1', []],
  ['exists(/a/b) == 1', []],
  ['exists(1 + 1)', [`5:10+1 ${invalid(SUM, 'path')}`]],
  ['id == 1', [`5:4+2 ${NOT_EQUAL}`]],
  ['!id', [`5:2+2 ${invalid('string', 'bool')}`, `5:2+2 ${noType('id')}`]],
  ['database', [`5:1+8 ${CONDITION} [string].`, `5:1+8 ${noType('database')}`]],
  ['rest.a == 1', [`5:1+4 ${invalid('path', 'map')}`, `5:1+4 ${noType('rest')}`]],
  ["!(('a'))", [`5:2+1 ${invalid('string', 'bool')}`]],
  ['((1)).size() == 1', [`5:2+1 ${invalid('int', 'string, bytes, list, set, map')}`]],
  ['!(-(1))', [`5:3+1 ${invalid('int, float, duration', 'bool')}`]],
  ["-('a') == 1", [`5:3+3 ${invalid('string', 'int, float, duration')}`]],
  ["!('abc'[0:1])", [`5:3+5 ${invalid('string, list, path', 'bool')}`]],
  ["!(('abc')[0:1])", [`5:3+1 ${invalid('string, list, path', 'bool')}`]],
  ['!request.path[0:1]', [`5:2+7 ${invalid('string, list, path', 'bool')}`]],
  ['f(1 + true)', [`5:7+4 ${invalid('bool', SUM)}`]],
  ['f(1) && f(2) == [1]', [`5:14+2 ${NOT_EQUAL}`]],
  ['g(1 + true)', ['5:1+1 Invalid function name: g.', `5:7+4 ${invalid('bool', SUM)}`]],
  [
    "'a'.size(1 + true) == 1",
    ['5:5+4 Incorrect number of arguments supplied to function: size.', `5:14+4 ${invalid('bool', SUM)}`],
  ],
])('the condition %j has the warnings of the official emulator', (condition, warnings) => {
  const f = /\bf\(/.test(condition) ? ' function f(a) { return a + 1; }' : '';
  expect(warningsOf(`match /docs/{id}/{rest=**} {${f} allow get: if\n${condition}\n; }`)).toEqual(warnings);
});

test.each([
  ['service cloud.firestore {', 1],
  ["rules_version = '1'; service cloud.firestore {", 1],
  ["rules_version = '2'; service cloud.firestore {", 0],
])('rules that start with %j warn about an old version %i times', (start, count) => {
  const { warnings } = parseRuleset(`${start} match /a/{b} { allow fly, get; } }`);
  const message =
    'Ruleset uses old version (version [1]). Please update to the latest version (version [2]).';
  const fly = { message: 'Invalid method name: fly.' };
  const old = { message, ofFile: true, line: 1, column: 1 };
  expect(warnings).toMatchObject(count === 1 ? [old, fly] : [fly]);
});
