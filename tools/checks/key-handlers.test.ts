import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

/** A key listener of an element or of React, or a dispatched key event. */
const HANDLER = /'key(?:down|up|press)'|\bonKey(?:Down|Up)/;

/**
 * The files of the web app that handle keys, and the reason of each. All other keys belong to commands:
 * web/src/commands/keyed-commands.ts lists them, and one listener runs them.
 */
const REASONS: Readonly<Record<string, string>> = {
  'commands/key-listener.ts': 'the one listener for the keys of commands',
  'commands/keyed-commands.ts': 'sends Escape to an open menu, which closes it',

  'app/layout/frame.tsx': 'the separator of a rail: arrow keys resize it',
  'features/duplicates/group-list.tsx': 'a list of groups: arrow keys move between them',
  'features/folders/folder-tree.tsx': 'a treegrid: arrow keys move, expand and collapse',
  'features/import/file-content.tsx': 'a tree: arrow keys move, expand and collapse',
  'features/search/use-search-page.tsx': 'a grid: ArrowUp leaves its first row',
  'listing/items/more-button.tsx': 'a button of a menu: keys open it with the focus inside',
  'listing/list/item-list.tsx': 'a grid: arrow keys move between its rows',
  'listing/list/list-element.ts': 'scrolling: any key ends the return to a position',
  'listing/drag/use-drag-source.tsx': 'a drag handle: Enter starts a drag when it comes up',
  'listing/place/place-page.tsx': 'hands the key of the search page to its grid',

  'app/search/search-gate.tsx': 'a text field: notes a key that comes before the code of the search',
  'features/folders/folders-section.tsx': 'a text field: Escape clears it',
  'features/links/details/editable-note.tsx': 'a form in a dialog: Escape closes only the form',
  'features/quick-open/quick-open.tsx': 'a combobox: arrow keys and Enter choose an option',
  'features/quick-open/use-active-option.ts': 'a combobox: arrow keys choose an option',
  'features/search/use-field-keys.ts': 'a combobox: arrow keys, Enter and Escape',
  'features/search/use-search-url.ts':
    'a text field: keys of the browser leave the page, so its text goes to the URL',
  'listing/picker/folder-list.tsx': 'a combobox: arrow keys and Enter choose a folder',
  'listing/picker/use-folder-list-keys.ts': 'a combobox: arrow keys and Enter choose a folder',
  'ui/fields/text-area.tsx': 'a text field: Ctrl+Enter submits its form',

  'ui/loading/not-loaded.tsx': 'a dialog whose code is missing: Escape closes it',
};

test('only the table of commands and composite widgets handle keys', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'web/src', 'web/public'],
    {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /(?<!\.test)\.(?:js|ts|tsx)$/.test(file))
    .filter((file) => HANDLER.test(readIfThere(file)));
  expect(files.map((file) => file.replace('web/src/', '')).toSorted()).toEqual(
    Object.keys(REASONS).toSorted(),
  );
});

/** git may still list a deleted file. */
function readIfThere(file: string): string {
  try {
    return readFileSync(join(PROJECT_ROOT, file), 'utf8');
  } catch {
    return '';
  }
}
