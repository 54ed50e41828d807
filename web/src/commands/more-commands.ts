import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { LinkOrder } from '@foldmark/library/memory/link-views';
import { LOOK_LABELS, type Look } from '#web/state/list-choices.ts';
import { UNFILED_PATH } from '#web/state/search.ts';
import { clickableUrl } from '@foldmark/library/entities/link-text';
import { chooseTheme, chosenTheme, type Theme } from '#web/ui/style/theme.ts';

import {
  type BoundCommand,
  type Command,
  type CommandContext,
  commandsOf,
  type IconName,
  type ItemTarget,
  type Targets,
} from './command.ts';
import { onlyItem, urlsOf } from './item-target.ts';
import { goTo, KEYED_COMMANDS, type KeyedId, opens } from './keyed-commands.ts';
import { openUrls } from './open-urls.ts';

/** Asks before it opens more tabs than this. */
const MANY_TABS = 10;

const app = commandsOf('app');
const item = commandsOf('item');

/** The commands without keys. They load with the menus and quick open. */
const MORE = [
  item('open', {
    label: ({ where }) => (where === 'selection' ? 'Open all' : 'Open'),
    icon: 'ExternalLink',
    group: 'look',
    isAvailable: ({ where, items: { links } }, { library }) =>
      where === 'selection' ? links.length > 0 : clickableUrls(links, library).length > 0,
    run: open,
  }),
  item('open-folder', {
    label: 'Open',
    icon: 'FolderOpen',
    group: 'look',
    isAvailable: (target) => isOne('folder', target) && !target.isTrashed,
    run: ({ items: { folders } }, { library, navigate }) =>
      void navigate(`/folders/${library.folder(first(folders))?.folder_id ?? first(folders)}`),
  }),
  item('folders', {
    label: 'Folders',
    icon: 'FolderTree',
    group: 'file',
    isAvailable: (target) => isOne('link', target),
    run: ({ items }, { state }) => state.popup.set({ kind: 'link-folders', linkId: first(items.links) }),
  }),
  item('new-folder-inside', {
    label: 'New Folder Inside',
    icon: 'FolderPlus',
    group: 'change',
    isAvailable: (target) => isOne('folder', target) && !target.isTrashed,
    run: ({ items }, { state }) => state.popup.set({ kind: 'new-folder', parentId: first(items.folders) }),
  }),
  item('export', {
    label: ({ where }) => (where === 'selection' ? 'Export' : 'Export…'),
    icon: 'Download',
    group: 'file',
    isAvailable: (target) => !target.isTrashed && (target.where === 'selection' || isOne('folder', target)),
    run: ({ where, items }, { state }) => {
      const scope =
        where === 'selection'
          ? ({ kind: 'selection', items } as const)
          : ({ kind: 'folder', folder: first(items.folders) } as const);
      state.popup.set({ kind: 'export', scope });
    },
  }),
  goTo('recently-added', 'Go to Recently added', 'Clock', '/recent'),
  goTo('unfiled', 'Go to Unfiled', 'CircleSlash2', UNFILED_PATH),
  goTo('duplicates', 'Go to Duplicates', 'CopyCheck', '/duplicates'),
  sortBy('url', 'url'),
  sortBy('name', 'name'),
  sortBy('created', 'date added'),
  sortBy('edited', 'last edited'),
  sortBy('match', 'best match'),
  viewAs('list', 'List'),
  viewAs('cards', 'LayoutGrid'),
  viewAs('compact', 'Rows4'),
  app('sort-reversed', {
    label: 'Reverse the order',
    icon: 'ArrowUpDown',
    isAvailable: ({ sort }) => sort !== null,
    run: ({ sort }) => sort?.flip(),
  }),
  goTo('import', 'Import', 'FileUp', '/import'),
  app('export-all', {
    label: 'Export',
    icon: 'FileDown',
    run: opens({ kind: 'export', scope: { kind: 'all' } }),
  }),
  goTo('settings', 'Settings', 'Settings', '/settings'),
  goTo('history', 'History', 'History', '/settings#settings-history'),
  theme('light', 'Sun'),
  theme('dark', 'Moon'),
  theme('system', 'Monitor'),
  app('log-out', {
    label: (_, { logoutLabel }) => logoutLabel,
    icon: 'LogOut',
    run: (_, { logout }) => logout(),
  }),
] as const;

type MoreId = (typeof MORE)[number]['id'];
export type CommandId = KeyedId | MoreId;

export const COMMANDS: readonly Command<CommandId>[] = [...KEYED_COMMANDS, ...MORE];

/** The entries of the menu of a row, of the selection and of the folder tree, and the buttons of the page of a link. */
export const MENUS: Readonly<Record<ItemTarget['where'], readonly CommandId[]>> = {
  row: [
    'open',
    'open-folder',
    'copy',
    'details',
    'edit',
    'star',
    'unstar',
    'folders',
    'move',
    'take-out',
    'export',
    'trash',
    'restore',
    'delete-forever',
  ],
  selection: [
    'move',
    'add-to-folder',
    'take-out',
    'export',
    'star',
    'unstar',
    'open',
    'copy',
    'trash',
    'restore',
    'delete-forever',
  ],
  tree: ['edit', 'new-folder-inside', 'star', 'unstar', 'move', 'export', 'trash'],
  page: ['copy', 'edit', 'folders', 'trash', 'restore'],
};

/** The commands of quick open. */
const PALETTE: readonly CommandId[] = [
  'new-link',
  'new-folder',
  'search',
  'all-items',
  'favorites',
  'recently-added',
  'unfiled',
  'duplicates',
  'trash-list',
  'sort-url',
  'sort-name',
  'sort-created',
  'sort-edited',
  'sort-match',
  'sort-reversed',
  'view-list',
  'view-cards',
  'view-compact',
  'undo',
  'redo',
  'import',
  'export-all',
  'settings',
  'history',
  'theme-light',
  'theme-dark',
  'theme-system',
  'shortcuts',
  'log-out',
];

/** The available ones of these commands, bound to their targets. */
export function bind<Id extends CommandId>(
  ids: readonly Id[],
  targets: Partial<Targets>,
  context: CommandContext,
): readonly (BoundCommand & { readonly id: Id })[] {
  return ids.flatMap((id) => {
    const bound = COMMANDS.find((command) => command.id === id)?.bind(targets, context) ?? null;
    return bound === null ? [] : [{ ...bound, id }];
  });
}

/** The commands of quick open that would do something now. */
export function paletteCommands(
  sort: Targets['app']['sort'],
  context: CommandContext,
): readonly BoundCommand[] {
  return bind(PALETTE, { app: { sort } }, context).filter(({ hint }) => hint !== null);
}

function sortBy<Order extends LinkOrder>(order: Order, name: string) {
  return app(`sort-${order}`, {
    label: `Sort by ${name}`,
    icon: 'ArrowDownAZ',
    hint: ({ sort }) => (sort?.order === order ? 'Current' : ''),
    // Only a search has matches.
    isAvailable: ({ sort }) => sort !== null && (order !== 'match' || sort.isSearch),
    run: ({ sort }) => sort?.choose(order),
  });
}

function viewAs<Name extends Look>(look: Name, icon: IconName) {
  return app(`view-${look}`, {
    label: `View as ${LOOK_LABELS[look].toLowerCase()}`,
    icon,
    hint: ({ sort }) => (sort?.look.look === look ? 'Current' : ''),
    isAvailable: ({ sort }) => sort !== null,
    run: ({ sort }) => sort?.look.choose(look),
  });
}

function theme<Name extends Theme>(name: Name, icon: IconName) {
  return app(`theme-${name}`, {
    label: `Theme: ${name}`,
    icon,
    hint: () => (name === chosenTheme() ? 'Current' : ''),
    run: () => chooseTheme(name),
  });
}

function first(keys: readonly Key[]): Key {
  return keys[0] ?? 0;
}

function isOne(kind: ObjectKind, { items }: ItemTarget): boolean {
  return onlyItem(items)?.kind === kind;
}

function clickableUrls(links: readonly Key[], library: Library): readonly string[] {
  return urlsOf(links, library).flatMap((url) => clickableUrl(url) ?? []);
}

function open({ items: { links }, ask }: ItemTarget, { library, state, noteRecent }: CommandContext): void {
  const [link] = links;
  if (link !== undefined && links.length === 1)
    noteRecent({ kind: 'link', id: library.link(link)?.link_id ?? link });
  const urls = clickableUrls(links, library);
  if (urls.length > MANY_TABS) ask?.({ kind: 'open', urls });
  else openUrls(urls, state.toasts);
}
