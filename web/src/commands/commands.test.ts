import { newLink } from '@foldmark/library/entities/new-link';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createClientState } from '#web/state/client-state.ts';
import { createActions } from '#web/sync/changes/actions.ts';
import { Library } from '@foldmark/library/memory/library';
import { createStore } from '#web/sync/store.ts';

import type { CommandContext, ItemTarget, Targets } from './command.ts';
import * as ICONS from './icons.ts';
import { itemGestures } from './item-gestures.ts';
import { keyNames, shownKey } from './key-names.ts';
import { HELP, KEYED_COMMANDS } from './keyed-commands.ts';
import { bind, COMMANDS, MENUS, paletteCommands } from './more-commands.ts';

const LINK = 1;
const STARRED_LINK = 2;
const FOLDER = 11;

const nothing = () => undefined;

/** A library with two links, one of them starred, and a folder. No command changes it. */
function createContext(labels: { undo: string | null; redo: string | null }): CommandContext {
  const at = 1;
  const library = new Library();
  const records = [LINK, STARRED_LINK].map((id) => ({
    ...newLink(id, `https://${id}.invalid`),
    created_at: at,
    updated_at: at,
  }));
  library.receive(
    'links',
    records.map((record) => ({ id: String(record.link_id), at, record })),
  );
  library.receive('favorites', [
    {
      id: `link_${STARRED_LINK}`,
      at,
      record: { object_id: STARRED_LINK, object_type: 'link', updated_at: at },
    },
  ]);
  const actions = createActions(library, {
    perform: () => {
      throw new Error('A command has changed the library.');
    },
  });
  const state = createClientState();
  return {
    library,
    actions,
    gestures: itemGestures(actions, library, nothing, state.toasts),
    undo: { labels: createStore(labels), undo: () => false, redo: () => false, canUndo: () => false },
    state,
    navigate: nothing,
    noteRecent: nothing,
    logoutLabel: 'Log out',
    logout: nothing,
    quickOpenItem: createStore<ItemTarget | null>(null),
    focusTargets: new Set(),
  };
}

const CONTEXT = createContext({ undo: null, redo: null });

function itemTarget(part: Partial<ItemTarget>): ItemTarget {
  return {
    items: { folders: [], links: [LINK] },
    where: 'row',
    folder: null,
    isTrashed: false,
    ...part,
  };
}

const ONE_FOLDER = { folders: [FOLDER], links: [] };
const ITEMS = [
  { folders: [], links: [LINK] },
  { folders: [], links: [STARRED_LINK] },
  { folders: [], links: [LINK, STARRED_LINK] },
  ONE_FOLDER,
  { folders: [FOLDER], links: [LINK] },
];

/** What the commands of each scope can act on. */
const TARGETS: readonly Partial<Targets>[] = [
  { app: { sort: null } },
  { results: {} },
  {
    preview: {
      isOpen: createStore(true),
      isShown: () => true,
      setOpen: nothing,
      link: createStore<number | null | undefined>(LINK),
    },
  },
  ...[true, false].map((isAnySelected) => ({
    list: {
      look: { look: 'list' as const, choose: nothing },
      isAnySelected,
      selectAll: nothing,
      clear: nothing,
      enter: nothing,
      toggleRow: nothing,
      flip: nothing,
    },
  })),
  ...[null, nothing].map((merge) => ({ group: { merge, keepApart: nothing } })),
  ...ITEMS.flatMap((items) =>
    [null, FOLDER].flatMap((folder) =>
      [true, false].map((isTrashed) => ({ item: itemTarget({ items, folder, isTrashed }) })),
    ),
  ),
];

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  keyNames({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    repeat: false,
    ...modifiers,
  });

beforeAll(() => {
  // Quick open tells the chosen theme.
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

test('each command has an id of its own, a label and an icon', () => {
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  const bound = TARGETS.flatMap((targets) => COMMANDS.map((command) => command.bind(targets, CONTEXT)));
  const labelled = bound.filter((command) => command !== null);
  expect(labelled.filter(({ label, icon }) => label === '' || !Object.hasOwn(ICONS, icon))).toEqual([]);
  const look = { look: 'cards', choose: nothing } as const;
  const sort = { order: 'url', choose: nothing, flip: nothing, isSearch: true, look } as const;
  const sorting = paletteCommands(sort, CONTEXT).map(({ id }) => id);
  const inTree = bind(['new-folder-inside'], { item: itemTarget({ items: ONE_FOLDER }) }, CONTEXT);
  const ids = [...labelled, ...inTree].map(({ id }) => id);
  expect(new Set([...ids, ...sorting])).toEqual(new Set(COMMANDS.map(({ id }) => id)));
});

test('two commands that are available for the same target have no key in common', () => {
  for (const targets of TARGETS) {
    const keys = KEYED_COMMANDS.filter((command) => command.bind(targets, CONTEXT) !== null).flatMap(
      (command) => command.keys ?? [],
    );
    expect(keys).toEqual([...new Set(keys)]);
  }
});

test('each key of the table is the name of a key press', () => {
  const modifiers = [{}, { ctrlKey: true }, { ctrlKey: true, shiftKey: true }];
  const keys = KEYED_COMMANDS.flatMap((command) => command.keys ?? []);
  const named = (name: string) => modifiers.flatMap((held) => press(name.split('+').at(-1) ?? '', held));
  const isNamed = (name: string) => name.split(' ').every((each) => named(each).includes(each));
  expect(keys.filter((name) => !isNamed(name))).toEqual([]);
});

test('the first key of a sequence has no command of its own, which would run at once', () => {
  const keys = KEYED_COMMANDS.flatMap((command) => command.keys ?? []);
  const first = keys.flatMap((key) => (key.includes(' ') ? (key.split(' ')[0] ?? []) : []));
  expect(first).toContain('g');
  expect(first.filter((key) => keys.includes(key))).toEqual([]);
});

test('the commands with keys are those that the first files include', () => {
  const others = COMMANDS.filter(({ id }) => !KEYED_COMMANDS.some((keyed) => keyed.id === id));
  expect(others.filter(({ keys }) => keys !== undefined)).toEqual([]);
  expect(KEYED_COMMANDS.filter(({ keys = [] }) => keys.length === 0)).toEqual([]);
});

test('the help shows the key of each command', () => {
  // A row about keys that a list handles can name the key of a command too.
  const ofCommands = HELP.filter(({ id }) => id !== undefined);
  const rows = ofCommands.map(({ helpKey, keys: [key = ''] = [] }) => shownKey(helpKey ?? key));
  const shown = new Set(rows.flatMap((key) => [key, ...key.split(' ')]));
  const first = KEYED_COMMANDS.flatMap(({ keys }) => keys?.[0] ?? []);
  expect(first.map(shownKey).filter((key) => !shown.has(key))).toEqual([]);
  expect(HELP.some(({ keys, help }) => keys?.[1] === 'Backspace' && help?.includes('Backspace'))).toBe(true);
});

test.each([
  [
    'a link',
    {},
    [
      'Open',
      'Copy link',
      'Details',
      'Edit',
      'Add to favorites',
      'Folders',
      'Move to folder',
      'Move to Trash',
    ],
  ],
  [
    'a link in a folder',
    { folder: FOLDER },
    [
      'Open',
      'Copy link',
      'Details',
      'Edit',
      'Add to favorites',
      'Folders',
      'Move to folder',
      'Remove From Folder',
      'Move to Trash',
    ],
  ],
  [
    'a link in the trash',
    { isTrashed: true },
    ['Open', 'Copy link', 'Details', 'Edit', 'Folders', 'Restore', 'Delete forever'],
  ],
  [
    'a folder',
    { items: ONE_FOLDER },
    ['Open', 'Edit', 'Add to favorites', 'Move to…', 'Export…', 'Move to Trash'],
  ],
  ['a folder in the trash', { items: ONE_FOLDER, isTrashed: true }, ['Edit', 'Restore', 'Delete forever']],
  [
    'a folder of the tree',
    { items: ONE_FOLDER, where: 'tree' },
    ['Edit', 'New Folder Inside', 'Add to favorites', 'Move to…', 'Export…', 'Move to Trash'],
  ],
  [
    'selected links',
    { where: 'selection' },
    [
      'Move to folder',
      'Add to folder',
      'Export',
      'Add to favorites',
      'Open all',
      'Copy links',
      'Move to Trash',
    ],
  ],
  [
    'selected links of a folder',
    { where: 'selection', folder: FOLDER },
    [
      'Move to folder',
      'Add to folder',
      'Remove from folder',
      'Export',
      'Add to favorites',
      'Open all',
      'Copy links',
      'Move to Trash',
    ],
  ],
  [
    'selected links of the trash',
    { where: 'selection', isTrashed: true },
    ['Open all', 'Copy links', 'Restore', 'Delete forever'],
  ],
  [
    'the page of a starred link',
    { items: { folders: [], links: [STARRED_LINK] }, where: 'page' },
    ['Copy link', 'Edit', 'Folders', 'Move to Trash'],
  ],
] as const)('the menu of %s', (_, part, labels) => {
  const item = itemTarget(part);
  expect(bind(MENUS[item.where], { item }, CONTEXT).map(({ label }) => label)).toEqual(labels);
});

test('the entries of a menu that belong together are beside each other', () => {
  for (const ids of Object.values(MENUS)) {
    const groups = ids.map((id) => COMMANDS.find((command) => command.id === id)?.group);
    expect(groups).not.toContain(undefined);
    const starts = groups.filter((group, index) => group !== groups[index - 1]);
    expect(starts).toEqual([...new Set(starts)]);
  }
});

function labelsOf(...[sort, context]: Parameters<typeof paletteCommands>): readonly string[] {
  return paletteCommands(sort, context).map(({ label, hint }) => `${label} ${hint}`.trim());
}

test('quick open offers no Undo without a gesture, and no order or view without a list', () => {
  const bare = labelsOf(null, CONTEXT);
  expect(bare.slice(0, 4)).toEqual([
    'New Link n',
    'New Folder f',
    'Search my links /',
    'Go to All Items g a',
  ]);
  expect(bare.filter((label) => /Undo|Redo|Sort|View|Quick open/.test(label))).toEqual([]);
  const whole = labelsOf(
    {
      order: 'name',
      choose: nothing,
      flip: nothing,
      isSearch: false,
      look: { look: 'cards', choose: nothing },
    },
    createContext({ undo: 'Starred a link', redo: null }),
  );
  expect(whole).toContain('Sort by name Current');
  expect(whole.filter((label) => label.startsWith('View'))).toEqual([
    'View as list',
    'View as cards Current',
    'View as compact',
  ]);
  expect(whole).not.toContain('Sort by best match');
  expect(whole).toContain('Undo Starred a link');
});
