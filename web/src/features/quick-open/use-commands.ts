import {
  ArrowDownAZ,
  Clock,
  CopyCheck,
  FileDown,
  FileUp,
  FolderPlus,
  History,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Redo2,
  Search,
  Settings,
  Star,
  Sun,
  Trash2,
  Undo2,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useUndo } from '#web/hooks/library-hooks.ts';
import type { Place } from '#web/listing/place/place.ts';
import { useListOrder } from '#web/listing/list/use-list-order.ts';
import { useSetPopup } from '#web/state/popup.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';
import { FOCUS_MAIN } from '#web/ui/focus-main.ts';
import { chooseTheme, chosenTheme, type Theme } from '#web/ui/theme.ts';

import { DuplicateCount } from './duplicate-count.ts';
import { useShownPlace } from './use-shown-place.ts';

export interface Command {
  readonly name: string;
  /** Its key, or its state. */
  readonly hint: string;
  /** Shown instead, if it changes while quick open is open. */
  readonly Hint?: ComponentType;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** What only the app can do. */
export interface AppCommands {
  readonly search: () => void;
  readonly showShortcuts: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Asks first if changes have not been sent. */
  readonly logout: () => void;
}

const ORDERS: readonly (readonly [LinkOrder, string])[] = [
  ['url', 'url'],
  ['name', 'name'],
  ['created', 'date added'],
  ['edited', 'last edited'],
];

const THEMES: readonly (readonly [Theme, LucideIcon])[] = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
];

const ALL_ITEMS: Place = { kind: 'all' };

/** The commands of quick open, as they are when it opens. */
export function useCommands(app: AppCommands): readonly Command[] {
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const { labels } = useUndo();
  const place = useShownPlace();
  const [order, setOrder] = useListOrder(place ?? ALL_ITEMS);
  const [commands] = useState((): readonly Command[] => {
    const goTo = (name: string, icon: LucideIcon, path: string): Command =>
      command(name, icon, () => void navigate(path, { state: FOCUS_MAIN }));
    const { undo, redo } = labels.get();
    return [
      command('New Link', Plus, () => setPopup({ kind: 'new-link' }), 'n'),
      command('New Folder', FolderPlus, () => setPopup({ kind: 'new-folder' }), 'f'),
      command('Search my links', Search, app.search, '/'),
      goTo('Go to All Items', Inbox, '/'),
      goTo('Go to Favorites', Star, '/folders/favorites'),
      goTo('Go to Recently added', Clock, '/recent'),
      goTo('Go to Trash', Trash2, '/folders/trash'),
      { ...goTo('Go to Duplicates', CopyCheck, '/duplicates'), Hint: DuplicateCount },
      ...(place === null ? [] : ORDERS).map(([by, label]) =>
        command(`Sort by ${label}`, ArrowDownAZ, () => setOrder(by), by === order ? 'Current' : ''),
      ),
      ...(undo === null ? [] : [command('Undo', Undo2, app.undo, undo)]),
      ...(redo === null ? [] : [command('Redo', Redo2, app.redo, redo)]),
      goTo('Import', FileUp, '/import'),
      command('Export', FileDown, () => setPopup({ kind: 'export', scope: { kind: 'all' } })),
      goTo('Settings', Settings, '/settings'),
      goTo('History', History, '/settings#settings-history'),
      ...THEMES.map(([theme, icon]) =>
        command(`Theme: ${theme}`, icon, () => chooseTheme(theme), theme === chosenTheme() ? 'Current' : ''),
      ),
      command('Keyboard shortcuts', Keyboard, app.showShortcuts, '?'),
      command('Log out', LogOut, app.logout),
    ];
  });
  return commands;
}

function command(name: string, icon: LucideIcon, run: () => void, hint = ''): Command {
  return { name, icon, run, hint };
}
