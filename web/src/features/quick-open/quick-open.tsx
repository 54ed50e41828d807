import { useShownFolder } from '#web/listing/place/use-shown-folder.ts';
import { useLocation } from 'react-router-dom';
import { URL_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

import { useCommandContext } from '#web/commands/command-context.ts';
import type { BoundCommand, CommandContext, ItemTarget } from '#web/commands/command.ts';
import { onlyItem } from '#web/commands/item-target.ts';
import { bind, MENUS, paletteCommands } from '#web/commands/more-commands.ts';
import { useSaved } from '#web/hooks/duplicate-hooks.ts';
import { useActiveLinks, useFolderTree, useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import { readRecent } from '#web/hooks/recent.ts';
import { useSession } from '#web/hooks/services.ts';
import { useListLook, useListOrder } from '#web/listing/list/use-list-choices.ts';
import type { Place } from '#web/listing/place/place.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { useStore } from '#web/state/use-store.ts';
import { itemCountText } from '@foldmark/library/text/count-text';
import { shownName } from '@foldmark/library/entities/link-text';
import { isComposing } from '#web/ui/focus/is-composing.ts';
import { numberText } from '@foldmark/library/text/number-text';

import { RESULTS_MAX_COUNT } from './finder.ts';
import { fuzzyQuery } from './fuzzy.ts';
import { existing, isThere, type Item, itemId, recentLinksOf } from './items.ts';
import styles from './quick-open.module.css';
import { Results, type ResultsPart } from './results.tsx';
import { SlicedSearch } from './sliced-search.ts';
import { useActiveOption } from './use-active-option.ts';
import { useOpenItem } from './use-open-item.ts';

const ADDRESS = /^\s*\S+[.:/]\S+\s*$/;
const ALL_ITEMS: Place = { kind: 'all' };
/** More recent items would push the commands out of sight. */
const SHOWN_RECENT_COUNT = 6;

/** The dialog that opens folders and links, and runs commands, by parts of their names. */
export function QuickOpen() {
  const close = useClosePopup();
  const { links, folders } = useLoading();
  const { popup } = useClientState();
  const [early] = useState(() => {
    const opened = popup.get();
    return opened?.kind === 'quick-open' ? opened : null;
  });
  const [text, setText] = useState(early?.text ?? '');
  const [isEntered, setEntered] = useState(early?.isEntered ?? false);
  const context = useCommandContext();
  const { quickOpenItem } = context;
  const [focused] = useState(() => partOf(quickOpenItem.get(), context));
  useEffect(
    () => () => {
      quickOpenItem.set(null);
    },
    [quickOpenItem],
  );
  return (
    <ModalOverlay
      className={styles.backdrop ?? ''}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label="Quick open">
          {/* A new key restarts the search with the typed text when the library has loaded. */}
          <Palette
            key={`${links} ${folders}`}
            text={text}
            focused={focused}
            isEntered={isEntered && !links && !folders}
            onText={(next) => {
              setText(next);
              setEntered(false);
            }}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The commands of a link, a folder or a selection. */
interface CommandsPart {
  readonly title: string;
  readonly commands: readonly BoundCommand[];
}

function partOf(target: ItemTarget | null, context: CommandContext): CommandsPart | null {
  if (target === null) return null;
  return {
    title: titleOf(target, context),
    commands: bind(MENUS[target.where], { item: target }, context),
  };
}

interface PaletteProps {
  readonly text: string;
  readonly focused: CommandsPart | null;
  /** Whether Enter was pressed before the results could show. */
  readonly isEntered: boolean;
  readonly onText: (text: string) => void;
}

function Palette({ text, focused, isEntered, onText }: PaletteProps) {
  const { parts, status, find, finish } = useQuickSearch(text, focused);
  const items = parts.flatMap((part) => part.items);
  const listId = useId();
  const { active, setActive, onKeyDown } = useActiveOption(items.length);
  const library = useLibrary();
  const openItem = useOpenItem();
  const open = (item: Item | undefined, wantsDetails: boolean): void => {
    if (item === undefined) return;
    if (isThere(item, library)) {
      openItem(item, wantsDetails);
      return;
    }
    // Another client has removed the item since the last key.
    setActive(0);
    find(text);
  };
  const enter = useEffectEvent(() => {
    // Without a recent key press, the browser would block the new tab. Then the next Enter opens the item.
    if (isEntered && navigator.userActivation.isActive) open((finish() ?? items)[active], false);
  });
  useEffect(() => {
    enter();
  }, []);
  const current = items[active];
  return (
    <>
      <div className={styles.field}>
        <Search aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label="Go to a folder, link or command"
          placeholder="Go to a folder, link or command"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${listId}-${itemId(current)}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={URL_MAX_LENGTH}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setActive(0);
            onText(target.value);
            find(target.value);
          }}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            onKeyDown(event);
            if (event.key !== 'Enter') return;
            event.preventDefault();
            open((finish() ?? items)[active], event.ctrlKey || event.metaKey);
          }}
        />
      </div>
      <Results id={listId} parts={parts} active={active} onActive={setActive} onOpen={open} />
      <p role="status" className={styles.count}>
        {status}
      </p>
    </>
  );
}

/** The results for the text. Without a text, the commands of the focused item, the recent items and all commands. */
function useQuickSearch(text: string, focused: CommandsPart | null) {
  const library = useLibrary();
  const uid = useSession().firebaseUser?.uid ?? '';
  const commands = useCommands();
  const [searched] = useState(() => [...(focused?.commands ?? []), ...commands]);
  const [recent] = useState(() =>
    existing(
      readRecent(() => localStorage, uid),
      library,
    ),
  );
  const [search] = useState(() => new SlicedSearch(library, searched, recent));
  const found = useStore(search.found);
  const openWith = useEffectEvent(() => search.open(text));
  useEffect(() => openWith(), []);
  const start = useStart(focused, commands, recent);
  const isSearching = text.trim() !== '';
  const withUrl = useLinksWithUrl(text);
  const results = useMemo(() => ({ ...found, items: joined(withUrl, found.items) }), [withUrl, found]);
  const parts = useMemo(
    () => (isSearching ? [{ title: null, ...results }] : start),
    [isSearching, results, start],
  );
  return {
    parts,
    status: isSearching && found.query.text === fuzzyQuery(text).text ? countText(results.items.length) : '',
    find: (next: string) => {
      search.find(next);
    },
    /** Completes the search of the whole text at once, and returns its results. Null without a text. */
    finish: () => (isSearching ? joined(withUrl, search.finish()) : null),
  };
}

/** The links whose url was typed or pasted, also without the scheme, `www.` or the last slash. */
function useLinksWithUrl(text: string): readonly Item[] {
  const library = useLibrary();
  // Other texts skip the lookup, because it would compete with the preparation of the name index at each letter.
  const saved = useSaved(ADDRESS.test(text) ? text : null);
  return useMemo(
    () =>
      saved.map(({ link }): Item => ({ kind: 'link', key: link })).filter((item) => isThere(item, library)),
    [saved, library],
  );
}

function joined(first: readonly Item[], others: readonly Item[]): readonly Item[] {
  const ids = new Set(first.map(itemId));
  return ids.size === 0 ? others : [...first, ...others.filter((item) => !ids.has(itemId(item)))];
}

/** The commands of the focused item, the recent items that still exist, and all commands. */
function useStart(
  focused: CommandsPart | null,
  commands: readonly BoundCommand[],
  recent: readonly Item[],
): readonly ResultsPart[] {
  const tree = useFolderTree();
  const links = useActiveLinks(useMemo(() => recentLinksOf(recent), [recent]));
  return useMemo(() => {
    const left = recent.filter((item) =>
      item.kind === 'folder' ? tree.isVisible(item.key) : item.kind === 'link' && links.includes(item.key),
    );
    return [
      ...(focused === null ? [] : [{ title: focused.title, items: itemsOf(focused.commands) }]),
      { title: 'Recent', items: left.slice(0, SHOWN_RECENT_COUNT) },
      { title: 'Commands', items: itemsOf(commands) },
    ];
  }, [tree, links, focused, commands, recent]);
}

function itemsOf(commands: readonly BoundCommand[]): readonly Item[] {
  return commands.map((command) => ({ kind: 'command', command }));
}

/** For example 'This link: Sourdough bread' or 'Selected: 3 links'. */
function titleOf({ items }: ItemTarget, { library }: CommandContext): string {
  const { kind, key = 0 } = onlyItem(items) ?? {};
  if (kind === 'folder') return `This folder: ${library.tree.name(key)}`;
  const link = kind === 'link' ? library.link(key) : undefined;
  return link === undefined
    ? `Selected: ${itemCountText(items)}`
    : `This link: ${shownName(link.name, link.url)}`;
}

/** The commands that were available when quick open opened. */
function useCommands(): readonly BoundCommand[] {
  const context = useCommandContext();
  const place = useShownPlace();
  const { order, choose, flip } = useListOrder(place ?? ALL_ITEMS);
  const look = useListLook(place ?? ALL_ITEMS);
  const [commands] = useState(() =>
    paletteCommands(
      place === null ? null : { order, choose, flip, isSearch: place.listId === 'search', look },
      context,
    ),
  );
  return commands;
}

function countText(count: number): string {
  if (count === 0) return 'No match';
  return count === RESULTS_MAX_COUNT ? `The best ${RESULTS_MAX_COUNT} matches` : `${numberText(count)} found`;
}

const PLACES: Readonly<Record<string, Place>> = {
  '/': { kind: 'all' },
  '/folders': { kind: 'all' },
  '/recent': { kind: 'all', listId: 'recent' },
  '/search': { kind: 'all', listId: 'search' },
  '/folders/favorites': { kind: 'favorites' },
  '/folders/trash': { kind: 'trash' },
};

/** The list that is shown; null on a page without a list. */
function useShownPlace(): Place | null {
  const { pathname } = useLocation();
  const folder = useShownFolder();
  return folder === null ? (PLACES[pathname] ?? null) : { kind: 'folder', folder };
}
