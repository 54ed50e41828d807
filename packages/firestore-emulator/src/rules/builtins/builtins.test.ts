import { expect, test } from 'vitest';
import { CONVERSIONS } from '#firestore/rules/builtins/numbers.ts';
import { METHODS_BY_TYPE, NAMESPACES } from '#firestore/rules/builtins/tables.ts';
import { evaluate } from '#firestore/rules/test-support.ts';

/** True conditions, by the builtin that they test. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'bytes.size': ["b'\\xFF\\xFF'.size() == 2 && b'€'.size() == 3"],
  'bytes.toBase64': ["b'\\xFB\\xEF\\xBE'.toBase64() == '----' && b'a'.toBase64() == 'YQ=='"],
  'bytes.toHexString': ["b'\\x2A'.toHexString() == '2A' && b'€'.toHexString() == 'E282AC'"],
  'duration.seconds': ["duration.value(-1500, 'ms').seconds() == -1"],
  'duration.nanos': ["duration.value(-1500, 'ms').nanos() == -500000000"],
  'latlng.latitude': ['latlng.value(1.5, -2).latitude() == 1.5'],
  'latlng.longitude': ['latlng.value(1.5, -2).longitude() == -2.0'],
  'latlng.distance': [
    'latlng.value(0, 0).distance(latlng.value(0, 0)) == 0.0',
    'math.abs(latlng.value(0, 0).distance(latlng.value(0, 180)) - 20015.1 * 1000) < 100',
    'math.abs(latlng.value(52.52, 13.405).distance(latlng.value(48.8566, 2.3522)) - 877.5 * 1000) < 1000',
  ],
  'list.concat': ["['a'].concat(['b', 'a']) == ['a', 'b', 'a']"],
  'list.hasAll': [
    "['a', 'b'].hasAll(['a']) && !['a', 'b'].hasAll(['a', 'c']) && [1].hasAll([1.0]) && [].hasAll([])",
  ],
  'list.hasAny': ["['a', 'b'].hasAny(['c', 'a']) && !['a', 'b'].hasAny(['c']) && !['a'].hasAny([])"],
  'list.hasOnly': [
    "['a', 'b'].hasOnly(['a', 'b', 'c']) && ['a', 'a'].hasOnly(['a']) && !['a', 'b'].hasOnly(['a', 'c'])",
  ],
  'list.join': ["['a', 1, 2.0, true, null].join('-') == 'a-1-2.0-true-null' && [].join(',') == ''"],
  'list.removeAll': ["['a', 'b', 'a', 'c'].removeAll(['a', 'x']) == ['b', 'c']"],
  'list.size': ['[1, 1].size() == 2'],
  'list.toSet': ["['a', 'b', 'a'].toSet().size() == 2"],
  'map.diff': ["{'a': 1}.diff({'a': 1.0}).affectedKeys().size() == 0"],
  'map.get': [
    "{'a': 1}.get('a', 2) == 1 && {'a': 1}.get('b', [1]) == [1] && {'a': null}.get('a', 1) == null",
    "{'a': {'b': 1}}.get(['a', 'b'], 7) == 1 && {'a': {'b': 1}}.get(['a', 'c'], 7) == 7",
    "{'a': 1}.get(['a', 'b'], 7) == 7",
  ],
  'map.keys': [
    "{'b': 1, 'B': 2, '😀': 3, '\uffee': 4}.keys() == ['B', 'b', '\uffee', '😀'] && {}.keys() == []",
  ],
  'map.size': ["{'a': 1, 'b': 2}.size() == 2"],
  'map.values': ["{'b': 1, 'a': 2}.values() == [1, 2]"],
  'map_diff.addedKeys': ["{'a': 1, 'b': 1}.diff({'a': 2}).addedKeys() == ['b'].toSet()"],
  'map_diff.removedKeys': ["{}.diff({'a': 1}).removedKeys() == ['a'].toSet()"],
  'map_diff.changedKeys': [
    "{'a': 0, 'c': [1]}.diff({'a': 1, 'b': 4, 'c': [1]}).changedKeys() == ['a'].toSet()",
  ],
  'map_diff.unchangedKeys': ["{'a': 0, 'b': 1}.diff({'a': 0, 'b': 2}).unchangedKeys() == ['a'].toSet()"],
  'map_diff.affectedKeys': [
    "{'a': 0, 'c': 0, 'u': 0}.diff({'r': 0, 'c': 1, 'u': 0}).affectedKeys() == ['a', 'r', 'c'].toSet()",
  ],
  'path.bind': ["(/a/$(x)/$(x)).bind({'x': 'b'}) == /a/b/b"],
  'set.difference': ["['a', 'b'].toSet().difference(['a', 'c'].toSet()) == ['b'].toSet()"],
  'set.hasAll': ["['a', 'b'].toSet().hasAll(['a']) && !['a'].toSet().hasAll(['a', 'b'].toSet())"],
  'set.hasAny': ["['a', 'b'].toSet().hasAny(['c', 'd', 'a'].toSet()) && !['a'].toSet().hasAny(['c'])"],
  'set.hasOnly': ["['a'].toSet().hasOnly(['a', 'b']) && !['a', 'b'].toSet().hasOnly(['a'].toSet())"],
  'set.intersection': ["['a', 'b'].toSet().intersection(['b', 'c'].toSet()) == ['b'].toSet()"],
  'set.size': ['[].toSet().size() == 0'],
  'set.union': ["['a'].toSet().union(['b', 'a'].toSet()) == ['a', 'b'].toSet()"],
  'string.lower': ["'ABC1Ä'.lower() == 'abc1Ä'"],
  'string.matches': [
    "'user@domain.com'.matches('.*@domain[.]com') && !'banana'.matches('an') && 'banana'.matches('(?i)B.*')",
  ],
  'string.replace': [
    "'banana'.replace('a', 'o') == 'bonono' && 'banana'.replace('ana', 'ee') == 'beena'",
    "'foo@test.com'.replace('.', '-') == '------------' && 'abc'.replace('x*', '-') == '-a-b-c-'",
    "'a🙂b'.replace('', '-') == '-a-🙂-b-' && 'baac'.replace('a*', '-') == '-b--c-'",
  ],
  'string.size': ["'abc'.size() == 3 && 'a🙂'.size() == 3"],
  'string.split': [
    "'a/b/c'.split('/') == ['a', 'b', 'c'] && ''.split(',') == [''] && ',a,'.split(',') == ['', 'a'] && ','.split(',') == ['']",
    "'a1b22c'.split('[0-9]+') == ['a', 'b', 'c'] && 'abc'.split('') == ['', 'a', 'b', 'c'] && 'abc'.split('b*') == ['', 'a', '', 'c']",
  ],
  'string.toUtf8': ["'€'.toUtf8() == b'€'"],
  'string.trim': [
    "'  a b\\t'.trim() == 'a b' && '\\u0001a\\u001f'.trim() == 'a' && ' '.trim() == ''",
    "'\\u00a0a'.trim() == '\\u00a0a' && 'a\\u2003'.trim().size() == 2",
  ],
  'string.upper': ["'abc1ä'.upper() == 'ABC1ä' && 'straße'.upper() == 'STRAßE'"],
  'timestamp.date': ['timestamp.value(1700000000123).date() == timestamp.date(2023, 11, 14)'],
  'timestamp.day': ['timestamp.date(2024, 2, 29).day() == 29'],
  'timestamp.dayOfWeek': [
    'timestamp.date(2024, 1, 1).dayOfWeek() == 1 && timestamp.date(2023, 12, 31).dayOfWeek() == 7',
  ],
  'timestamp.dayOfYear': [
    'timestamp.date(2024, 12, 31).dayOfYear() == 366 && timestamp.date(2023, 1, 1).dayOfYear() == 1',
  ],
  'timestamp.hours': ['timestamp.value(1700000000123).hours() == 22'],
  'timestamp.minutes': ['timestamp.value(1700000000123).minutes() == 13'],
  'timestamp.month': ['timestamp.date(2024, 2, 29).month() == 2'],
  'timestamp.nanos': [
    'timestamp.value(1700000000123).nanos() == 123000000 && timestamp.value(-1).nanos() == 999000000',
  ],
  'timestamp.seconds': [
    'timestamp.value(1700000000123).seconds() == 20 && timestamp.value(-1).seconds() == 59',
  ],
  'timestamp.time': ['timestamp.value(1700000000123).time() == duration.time(22, 13, 20, 123000000)'],
  'timestamp.toMillis': [
    'timestamp.value(1700000000123).toMillis() == 1700000000123 && timestamp.value(-1).toMillis() == -1',
  ],
  'timestamp.year': ['timestamp.date(2024, 2, 29).year() == 2024 && timestamp.date(1, 1, 1).year() == 1'],
  'duration..abs': ["duration.abs(duration.value(-10, 's')) == duration.value(10, 's')"],
  'duration..time': ["duration.time(1, 2, 3, 4) == duration.value(3723000000004, 'ns')"],
  'duration..value': [
    "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'd') == duration.value(24, 'h')",
    "duration.value(1, 'h') == duration.value(60, 'm') && duration.value(1, 'm') == duration.value(60000, 'ms')",
    "duration.value(1, 's') + duration.value(1, 's') > duration.value(1, 's') - duration.value(1, 'ns')",
  ],
  'hashing..crc32': ["hashing.crc32('123456789').toHexString() == '2639F4CB'"],
  'hashing..crc32c': ["hashing.crc32c('123456789').toHexString() == '839206E3'"],
  'hashing..md5': ["hashing.md5('').toHexString() == 'D41D8CD98F00B204E9800998ECF8427E'"],
  'hashing..sha256': ["hashing.sha256(b'abc').toHexString()[0:16] == 'BA7816BF8F01CFEA'"],
  'latlng..value': ['latlng.value(1, 2) == latlng.value(1.0, 2.0)'],
  'math..abs': ['math.abs(-1) == 1 && math.abs(-1.5) == 1.5 && math.abs(-1) is int'],
  'math..ceil': ['math.ceil(2.1) == 3 && math.ceil(-2.1) == -2 && math.ceil(2.1) is int'],
  'math..floor': ['math.floor(2.7) == 2 && math.floor(-2.1) == -3 && math.floor(9223372036854775807) > 0'],
  'math..isInfinite': ['math.isInfinite(1.0 / 0) && !math.isInfinite(1)'],
  'math..isNaN': ['math.isNaN(0.0 / 0) && !math.isNaN(1)'],
  'math..pow': ['math.pow(4, 0.5) == 2 && math.pow(2, 2) is float'],
  'math..round': ['math.round(2.4) == 2 && math.round(2.5) == 3 && math.round(2.5) is int'],
  'math..sqrt': ['math.sqrt(9) == 3.0'],
  'timestamp..date': ["timestamp.date(2024, 3, 1) - timestamp.date(2024, 2, 28) == duration.value(2, 'd')"],
  'timestamp..value': [
    "timestamp.value('2020-01-01T00:00:00.5+02:00') == timestamp.value(1577829600500)",
    "timestamp.value('2020-02-30T24:00:00.123456789Z') - timestamp.date(2020, 3, 2) == duration.value(123456789, 'ns')",
    "timestamp.value(0) + duration.value(1, 'ms') == timestamp.value(1) && timestamp.value(1) > timestamp.value(0)",
    "duration.value(1, 'ms') + timestamp.value(0) - duration.value(1, 'ms') == timestamp.value(0)",
  ],
  bool: ["bool('true') && !bool('false') && bool(true)"],
  debug: ['debug(1) == 1'],
  float: [
    "float('2.5') == 2.5 && float(2) is float && float('-1e2') == -100 && float(' 1.5\\n') == 1.5",
    "float('1f') == 1 && float('5.d') == 5 && math.isInfinite(float('-Infinity')) && math.isNaN(float('+NaN'))",
    "float('0x1p3') == 8 && float('-0xA.8p-1') == -5.25 && float('0x.8P1D') == 1",
  ],
  int: [
    "int(10000000000000000000.0) == 9223372036854775807 && int(0.0 / 0) == 0 && int('-009') == -9",
    "int('-2') == -2 && int(2.9) == 2 && int(-2.9) == -2 && int('+7') == 7",
  ],
  path: ["path('a%20b/c+d') == /a%20b/c%20d", "path('a/b') == /a/b"],
  string: [
    "string(true) == 'true' && string(1) == '1' && string(2.0) == '2.0' && string(null) == 'null' && string(100000000.0) == '1.0E8' && string(0.00012) == '1.2E-4' && string(/a/b) == '/a/b' && string(0.5) == '0.5' && string('a') == 'a'",
  ],
};

test.each(Object.entries(EXAMPLES))('%s works as in the reference', (_name, conditions) => {
  for (const condition of conditions)
    expect(`${condition}: ${evaluate(condition)}`).toBe(`${condition}: true`);
});

test('every builtin has an example', () => {
  const names = [
    ...[...METHODS_BY_TYPE].flatMap(([type, methods]) =>
      [...methods.keys()].map((name) => `${type}.${name}`),
    ),
    ...[...NAMESPACES].flatMap(([space, methods]) => [...methods.keys()].map((name) => `${space}..${name}`)),
    ...CONVERSIONS.keys(),
  ];
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(names.toSorted());
});

test.each([
  ["int('1.5') == 1", 'The string is not a valid int.'],
  ["int('9223372036854775808') == 1", 'Integer overflow.'],
  ['math.abs(-9223372036854775807 - 1) < 0', 'Integer overflow.'],
  ['math.floor(0.0 / 0) == 0', 'Not a number.'],
  ["float('a') == 1", 'The string is not a valid float.'],
  ["timestamp.value('2020-01-01') == 1", 'The string is not a valid timestamp.'],
  ["timestamp.value('0000-01-01T00:00:00Z') == 1", 'The time is out of range.'],
  ['timestamp.value(1.5) == 1', 'Type error. Received: [float] Expected: [int, string].'],
  ['path(/a/b) == /a/b', 'Type error. Received: [path] Expected: [string].'],
  ["float('') == 0", 'The string is not a valid float.'],
  ["float('infinity') > 0", 'The string is not a valid float.'],
  ["float('0x1') == 1", 'The string is not a valid float.'],
  ["float('0xp1') == 0", 'The string is not a valid float.'],
  ["(/a/b).bind({'x': 'y'}) == /a/b", 'Variable(s) x do not exist in the path template.'],
  ["bytes('a') == b'a'", 'Function not found error: Name: [bytes].'],
  ["bool('yes')", 'The string is not a valid bool.'],
  ['string([]) == ""', 'Type error. Received: [list] Expected: [bool, int, float, null, string].'],
  ["path('a//b') == /a/b", 'The string is not a valid path.'],
  ["duration.value(1, 'y') == 1", "Unknown unit of time 'y'."],
  ["duration.value(9223372036854775807, 'w') == 1", 'The time is out of range.'],
  ['timestamp.value(9223372036854775807) == 1', 'The time is out of range.'],
  ['timestamp.date(2023, 2, 29) == 1', 'There is no such date.'],
  ['timestamp.date(2023, 13, 1) == 1', 'There is no such date.'],
  ["timestamp.date(9999, 12, 31) + duration.value(1, 'd') == 1", 'The time is out of range.'],
  ['latlng.value(91, 0) == 1', 'Latitude or longitude out of range.'],
  ["'a'.matches(string(null) + '(')", "Invalid regular expression: '(' without ')'."],
  ["['a'].hasAny('a')", 'Type error. Received: [list, string] Expected: [list, list].'],
  ["['a'].toSet().union(['b']) == 1", 'Type error. Received: [set, list] Expected: [set, set].'],
  ['[[1]].join(",") == ""', 'Type error. Received: [list] Expected: [string].'],
  ["{'a': 1}.get(1, 2) == 2", 'Type error. Received: [map, int, int] Expected: [map, string or list, any].'],
  ["(/a/$(x)).bind({'x': 1}) == /a/b", 'Type error. Received: [int] Expected: [string].'],
  ['get("/a/b") == null', 'Type error. Received: [string] Expected: [path].'],
  [
    'get((/databases/(default)/documents/a/$(x)).bind({})) == null',
    '/databases/(default)/documents/a/$(x) is not the path of a document.',
  ],
])('%s is an error', (condition, message) => {
  expect(evaluate(condition)).toBe(message);
});
