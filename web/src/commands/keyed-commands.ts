import type { Popup } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { ROOM_FOR_PREVIEW } from '#web/state/preview.ts';
import { LOOK_LABELS, type Look, LOOKS } from '#web/state/list-choices.ts';
import { focusSearchField } from '#web/state/search.ts';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';
import { isPopupOpen, openMenu } from '#web/ui/focus/is-typing.ts';

import {
  type Command,
  type CommandContext,
  commandsOf,
  type IconName,
  type ItemTarget,
  type LookChoice,
} from './command.ts';
import { copyUrls } from './copy-urls.ts';
import { focusedItem } from './focus-targets.ts';
import { areStarred, isTrashedLink, onlyItem, urlsOf } from './item-target.ts';
import { undoOrRedo } from './undo-or-redo.ts';

const app = commandsOf('app');
const list = commandsOf('list');
const results = commandsOf('results');
const item = commandsOf('item');
const preview = commandsOf('preview');
const group = commandsOf('group');

/**
 * The commands with keys, in the order of the help. The first files of the app include them. The key listener, the help,
 * tooltips, menus and quick open all read this table, so a new shortcut is one `keys` line. Commands without keys are in
 * more-commands.ts. A key such as 'g a' is two presses. A row without an id describes keys that the browser or a list handles.
 */
const KEYED = [
  app('new-link', {
    label: 'New Link',
    icon: 'Plus',
    keys: ['n'],
    help: 'New link',
    run: opens({ kind: 'new-link' }),
  }),
  app('new-folder', {
    label: 'New Folder',
    icon: 'FolderPlus',
    keys: ['f'],
    help: 'New folder',
    run: opens({ kind: 'new-folder' }),
  }),
  app('search', {
    label: 'Search my links',
    icon: 'Search',
    keys: ['/'],
    help: 'Search my links',
    run: focusSearchField,
  }),
  app('quick-open', {
    label: 'Quick open',
    icon: 'Command',
    keys: ['Mod+k'],
    help: 'Go to a folder, link or command',
    hint: () => null,
    whileTyping: true,
    run: (_, context) => openQuickOpen(context),
  }),
  { helpKey: 'Mod+v', help: 'Add the copied urls as links' },
  goTo('all-items', 'Go to All Items', 'Inbox', '/', 'g a'),
  goTo('favorites', 'Go to Favorites', 'Star', '/folders/favorites', 'g f'),
  goTo('trash-list', 'Go to Trash', 'Trash2', '/folders/trash', 'g t'),
  list('clear', {
    label: 'Clear selection',
    icon: 'X',
    keys: ['Escape'],
    help: 'Clear the search or the selection, or close a dialog or menu',
    isAvailable: ({ isAnySelected }) => isAnySelected,
    run: ({ clear }) => clear(),
  }),
  preview('close-preview', {
    label: 'Close details',
    icon: 'X',
    keys: ['Escape'],
    isAvailable: ({ isShown }) => isShown(),
    run: ({ setOpen }) => setOpen(false),
  }),
  results('back-to-search', {
    label: 'Back to the search field',
    icon: 'Search',
    keys: ['Escape'],
    run: focusSearchField,
  }),
  list('enter', {
    label: 'Go to the list',
    icon: 'ListChecks',
    keys: ['j', 'ArrowDown'],
    help: 'Go to the list, from anywhere on the page',
    helpKey: '↓ j',
    isAvailable: ({ enter }) => enter !== null,
    run: ({ enter }) => enter?.(),
  }),
  { helpKey: '↑ ↓ k j', help: 'Move through the list' },
  { helpKey: '← →', help: 'Move within a row' },
  list('toggle-row', {
    label: 'Select',
    icon: 'ListChecks',
    keys: ['x'],
    help: 'Select a row; with Shift and Space, select a range',
    isAvailable: ({ toggleRow }) => toggleRow !== null,
    run: ({ toggleRow }) => toggleRow?.(),
  }),
  list('select-all', {
    label: 'Select all',
    icon: 'ListChecks',
    keys: ['Mod+a'],
    help: 'Select the whole list',
    run: ({ selectAll }) => selectAll(),
  }),
  list('reverse', {
    label: 'Reverse the order',
    icon: 'ArrowUpDown',
    keys: ['o'],
    help: 'Reverse the order of the list',
    isAvailable: ({ flip }) => flip !== null,
    run: ({ flip }) => flip?.(),
  }),
  { helpKey: 'Enter', help: 'Open a link or folder' },
  list('next-look', {
    label: ({ look }) => `View: ${LOOK_LABELS[nextLook(look)]}`,
    icon: 'LayoutGrid',
    keys: ['v'],
    help: 'Show the list as rows, cards or compact rows',
    isAvailable: ({ look }) => look !== null,
    run: ({ look }) => look?.choose(nextLook(look)),
  }),
  item('details', {
    label: 'Details',
    icon: 'Info',
    group: 'look',
    keys: ['Space'],
    help: 'Show the details of a link beside the list, or close them',
    isAvailable: ({ items }) => onlyItem(items)?.kind === 'link',
    run: ({ items }, context) => showDetails(items.links[0] ?? 0, context),
  }),
  item('edit', {
    label: 'Edit',
    icon: 'Pencil',
    group: 'change',
    keys: ['e'],
    help: 'Edit',
    isAvailable: ({ items }) => onlyItem(items) !== undefined,
    run: ({ items }, { state }) => {
      const { kind, key } = onlyItem(items) ?? {};
      if (key === undefined) return;
      state.popup.set(
        kind === 'link' ? { kind: 'edit-link', linkId: key } : { kind: 'edit-folder', folderId: key },
      );
    },
  }),
  item('copy', {
    label: ({ where }) => (where === 'selection' ? 'Copy links' : 'Copy link'),
    icon: 'Copy',
    group: 'look',
    keys: ['c'],
    help: 'Copy the link',
    isAvailable: ({ items }) => items.links.length > 0,
    run: ({ items }, { library, state }) => copyUrls(urlsOf(items.links, library), state.toasts),
  }),
  item('star', {
    label: 'Add to favorites',
    icon: 'Star',
    group: 'change',
    keys: ['s'],
    help: 'Add to favorites, or remove',
    isAvailable: (target, { library }) => !target.isTrashed && !areStarred(target.items, library),
    run: (target, context) => setStar(target, context, true),
  }),
  item('unstar', {
    label: 'Remove from favorites',
    icon: 'StarOff',
    group: 'change',
    keys: ['s'],
    isAvailable: (target, { library }) => !target.isTrashed && areStarred(target.items, library),
    run: (target, context) => setStar(target, context, false),
  }),
  item('move', {
    label: ({ where, items }) =>
      where !== 'selection' && items.folders.length > 0 ? 'Move to…' : 'Move to folder',
    icon: 'FolderInput',
    group: 'file',
    keys: ['m'],
    help: 'Move to a folder',
    isAvailable: ({ isTrashed }) => !isTrashed,
    run: ({ items, folder }, { state }) => state.popup.set({ kind: 'move', items, from: folder }),
  }),
  item('add-to-folder', {
    label: 'Add to folder',
    icon: 'FolderPlus',
    group: 'file',
    keys: ['l'],
    help: 'Add to a folder, and keep the others',
    isAvailable: ({ isTrashed, items: { folders } }) => !isTrashed && folders.length === 0,
    run: ({ items }, { state }) => state.popup.set({ kind: 'add-to-folder', links: items.links }),
  }),
  group('merge-group', {
    label: 'Merge this',
    icon: 'Merge',
    keys: ['m'],
    help: 'On Duplicates: merge the group; mark its links as no duplicates',
    helpKey: 'm d',
    isAvailable: ({ merge }) => merge !== null,
    run: ({ merge }) => merge?.(),
  }),
  group('keep-apart', {
    label: 'Not duplicates',
    icon: 'Unlink2',
    keys: ['d'],
    isAvailable: ({ keepApart }) => keepApart !== null,
    run: ({ keepApart }) => keepApart?.(),
  }),
  item('take-out', {
    label: ({ where }) => (where === 'selection' ? 'Remove from folder' : 'Remove From Folder'),
    icon: 'FolderMinus',
    group: 'file',
    keys: ['r'],
    help: 'Remove from the folder; in the trash, restore',
    // A folder is always in a folder or at the root, so it can only be moved.
    isAvailable: ({ items, folder, isTrashed }) =>
      !isTrashed && folder !== null && items.folders.length === 0,
    run: ({ items, folder, onDone }, { gestures }) => {
      if (folder !== null) gestures.removeFromFolder(items.links, folder);
      onDone?.();
    },
  }),
  item('restore', {
    label: 'Restore',
    icon: 'ArchiveRestore',
    group: 'remove',
    keys: ['r'],
    isAvailable: ({ isTrashed }) => isTrashed,
    run: ({ items, onDone }, { gestures }) => {
      gestures.restore(items);
      onDone?.();
    },
  }),
  item('trash', {
    label: 'Move to Trash',
    icon: 'Trash2',
    group: 'remove',
    // Backspace is the delete key of a Mac.
    keys: ['Delete', 'Backspace'],
    help: 'Or Backspace: move to the trash; in the trash, delete forever',
    isAvailable: ({ isTrashed }) => !isTrashed,
    run: ({ items: { folders, links }, onDone }, { library, gestures }) => {
      gestures.trash({ folders, links: links.filter((link) => !isTrashedLink(link, library)) });
      onDone?.();
    },
  }),
  item('delete-forever', {
    label: 'Delete forever',
    icon: 'CircleX',
    group: 'remove',
    keys: ['Delete', 'Backspace'],
    isDangerous: true,
    isAvailable: ({ isTrashed }) => isTrashed,
    // The question can be cancelled: then the selection must still be there.
    run: ({ items, ask }) => ask?.({ kind: 'delete', items }),
  }),
  { helpKey: 'e s Delete', help: 'On Details: the same for its link' },
  { helpKey: 'Shift F10', help: 'Open the menu of a row' },
  app('undo', {
    label: 'Undo',
    icon: 'Undo2',
    keys: ['Mod+z'],
    help: 'Undo',
    hint: (_, { undo }) => undo.labels.get().undo,
    run: (_, { undo, state }) => undoOrRedo('undo', undo, state.toasts),
  }),
  app('redo', {
    label: 'Redo',
    icon: 'Redo2',
    keys: ['Shift+Mod+z', 'Ctrl+y'],
    help: 'Redo',
    hint: (_, { undo }) => undo.labels.get().redo,
    run: (_, { undo, state }) => undoOrRedo('redo', undo, state.toasts),
  }),
  app('shortcuts', {
    label: 'Keyboard shortcuts',
    icon: 'Keyboard',
    keys: ['?'],
    help: 'Show these shortcuts',
    run: opens({ kind: 'shortcuts' }),
  }),
] as const;

export type KeyedId = Extract<(typeof KEYED)[number], { readonly id: string }>['id'];

export const KEYED_COMMANDS: readonly Command<KeyedId>[] = KEYED.filter((row) => 'id' in row);

/** The rows of the help. */
export const HELP: readonly Partial<Command>[] = KEYED.filter(({ help }) => help !== undefined);

function nextLook(choice: LookChoice | null): Look {
  return LOOKS[(LOOKS.indexOf(choice?.look ?? 'list') + 1) % LOOKS.length] ?? 'list';
}

export function opens(popup: Popup) {
  return (_: unknown, { state }: CommandContext): void => {
    state.popup.set(popup);
  };
}

export function goTo<const Id extends string>(
  id: Id,
  label: string,
  icon: IconName,
  path: string,
  ...keys: readonly string[]
) {
  return app(id, {
    label,
    icon,
    ...(keys.length === 0 ? {} : { keys, help: label }),
    run: (_, { navigate }) => void navigate(path, { state: FOCUS_MAIN }),
  });
}

function setStar({ items, where, onDone }: ItemTarget, context: CommandContext, on: boolean): void {
  const { actions, gestures } = context;
  // The tree shows the star of each folder, so it needs no toast.
  if (where === 'tree') actions.setFavorites(items, on);
  else gestures[on ? 'star' : 'unstar'](items);
  onDone?.();
}

/** The list shows its focused link. A page without a list, or without room beside it, needs another place. */
function showDetails(
  link: Key,
  { library, navigate, state: { preview: details, popup } }: CommandContext,
): void {
  if (!matchMedia(ROOM_FOR_PREVIEW).matches) popup.set({ kind: 'details', linkId: link });
  else if (details.link.get() === undefined) void navigate(`/links/${library.link(link)?.link_id ?? link}`);
  else details.setOpen(true);
}

/** Closes an open menu first, which gives the focus back. In a dialog the key does nothing. */
function openQuickOpen(context: CommandContext): void {
  const { popup } = context.state;
  const open = () => {
    if (popup.get() !== null || isPopupOpen()) return;
    context.quickOpenItem.set(focusedItem(context));
    popup.set({ kind: 'quick-open' });
  };
  const menu = openMenu();
  if (menu === null) {
    open();
    return;
  }
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  afterOverlay(open);
}
