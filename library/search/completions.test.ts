import { expect, test } from 'vitest';

import { completions } from './completions.ts';
import { compileQuery } from './compile-query.ts';
import { SEARCH_HELP } from './help.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import { NOW, SAMPLE_LINKS } from './testing/samples.ts';

const library = sampleLibrary(SAMPLE_LINKS, [
  'Recipes',
  'Later',
  '5" x (y)',
  'Work > Deep',
  'R&D / Ideas > New',
  '“Quoted”',
]);

/** The texts that the proposals at the caret lead to. `|` stands for the caret. */
function propose(text: string): readonly string[] {
  const caret = text.indexOf('|');
  const typed = text.replace('|', '');
  return completions(typed, caret, library.tree).map(
    ({ insert, from, to }) => typed.slice(0, from) + insert + typed.slice(to),
  );
}

test.each([
  ['cr|', ['created:']],
  ['javascript NO|', ['javascript note:']],
  ['(-ti|)', ['(-title:)']],
  ['be| x', ['before: x']],
  ['c|', []],
  ['in|', []],
  ['note|', []],
  ['xyz|', []],
  ['|', []],
  ['"cr|', []],
  ['created |', []],
  ['is:|', ['is:favorite ', 'is:trash ', 'is:unfiled ']],
  ['x -is:FAVO|', ['x -is:favorite ']],
  ['is:favorite|', []],
  ['is:fav|', ['is:favorite ']],
  ['is:starred|', []],
  ['created:last|', ['created:"last week" ', 'created:"last month" ']],
  ['created:<|', ['created:<30d ']],
  ['is:fa|x y', ['is:favorite y']],
  ['has:n|', ['has:note ']],
  ['title:ab|', []],
  ['in:java|', ['in:JavaScript ']],
  ['FOLDER:kuc|', ['FOLDER:Küche ']],
  ['in:旅|', ['in:旅行 ']],
  ['#isT|', ['#İstanbul ']],
  ['in:r&d|', ['in:"R&D / Ideas" ']],
  ['in:"r&d / i|', ['in:"R&D / Ideas" ', 'in:New ']],
  ['in:"R&D / Ideas"|', []],
  ['in:"java| soup" x', ['in:JavaScript x']],
  ['(in:"java|")', ['(in:JavaScript)']],
  ['in:"java| soup', ['in:JavaScript soup']],
  ['in:"java| "good parts"', ['in:JavaScript "good parts"']],
  ['in:5|', ['in:"5"" x (y)" ']],
  ['in:quo|', ['in:"“Quoted”" ']],
  // Three folders have this name, and one of them is at the top level.
  ['in:late|', ['in:/Later ', 'in:Reading/Later ', 'in:Work/Later ']],
  ['in:work/later|', []],
  ['in:work/|', ['in:Work/Later ', 'in:Deep ']],
  ['in:later|', ['in:/Later ', 'in:Reading/Later ', 'in:Work/Later ']],
  ['in:deep|', []],
  ['in:work/d|', ['in:Deep ']],
  [
    'in:r|',
    [
      'in:"R&D / Ideas" ',
      'in:Reading ',
      'in:Recipes ',
      'in:JavaScript ',
      'in:/Later ',
      'in:Reading/Later ',
      'in:Work/Later ',
      'in:Work ',
    ],
  ],
])('at the caret in %j are proposed: %j', (text, proposed) => {
  expect(propose(text).toSorted()).toEqual(proposed.toSorted());
});

test('folders whose name begins with the text come first, and each proposal finds its folder', () => {
  expect(propose('#r|').slice(0, 3)).toEqual(['#"R&D / Ideas" ', '#Reading ', '#Recipes ']);
  for (const field of ['in:', '#']) {
    for (const text of propose(`${field}|`)) {
      const query = compileQuery(text, { library, within: { kind: 'all' }, now: NOW });
      expect(query.hints).toEqual([]);
      expect(query.id).toMatch(/in:\d+/);
    }
  }
  expect(completions('in:dee', 6, library.tree)).toEqual([
    { label: 'Deep', insert: 'in:Deep ', from: 0, to: 6, description: 'Work' },
  ]);
  expect(completions('in:later', 8, library.tree).map(({ description }) => description)).toEqual([
    'Top level',
    'Reading',
    'Work',
  ]);
});

test.each(SEARCH_HELP)('the example $example of the help is understood', ({ example }) => {
  expect(compileQuery(example, { library, within: { kind: 'all' }, now: NOW }).hints).toEqual([]);
});
