import type { NavigateOptions } from 'react-router-dom';

import type { RecentItem } from '#web/hooks/recent.ts';
import type { ClientState } from '#web/state/client-state.ts';
import type { Preview } from '#web/state/preview.ts';
import type { Look } from '#web/state/list-choices.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Store } from '#web/sync/store.ts';
import type { Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import type { LinkOrder } from '@foldmark/library/memory/link-views';
import type { Undo } from '#web/sync/changes/undo/undo-stack.ts';

import type * as Icons from './icons.ts';
import type { ItemGestures } from './item-gestures.ts';
import { shownKey } from './key-names.ts';

/** The dependencies of commands. */
export interface CommandContext {
  readonly library: Library;
  readonly actions: Actions;
  readonly gestures: ItemGestures;
  readonly undo: Undo;
  readonly state: ClientState;
  readonly navigate: (path: string, options?: NavigateOptions) => unknown;
  readonly noteRecent: (item: RecentItem) => void;
  /** Asks before unsent changes are lost. */
  readonly logoutLabel: string;
  readonly logout: () => void;
  /** What the keys acted on when quick open opened. Null if it was nothing. */
  readonly quickOpenItem: Store<ItemTarget | null>;
  /** The mounted components whose items the keys act on. */
  readonly focusTargets: Set<FocusTarget>;
}

/** A question before items are deleted forever, or before many links are opened. */
export type Question =
  | { readonly kind: 'delete'; readonly items: Items | 'everything' }
  | { readonly kind: 'open'; readonly urls: readonly string[] };

/** The links and folders that a command acts on. */
export interface ItemTarget {
  readonly items: Items;
  /** A row of a list, the selection of a list, a row of the folder tree, or the page of a link. */
  readonly where: 'row' | 'selection' | 'tree' | 'page';
  /** The folder whose list shows the items. */
  readonly folder: Key | null;
  readonly isTrashed: boolean;
  readonly ask?: (question: Question) => void;
  /** Called when the items may no longer be in the list. */
  readonly onDone?: (() => void) | undefined;
}

interface ListTarget {
  /** How the list shows its items, and a function that changes it. Null for a list with one look. */
  readonly look: LookChoice | null;
  readonly isAnySelected: boolean;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Focuses a row. Null for an empty list. */
  readonly enter: (() => void) | null;
  /** Selects or deselects the focused row. Null while the focus is elsewhere. */
  readonly toggleRow: (() => void) | null;
  /** Reverses the order. Null for a list without a choice of orders. */
  readonly flip: (() => void) | null;
}

/** A group of duplicates. */
interface GroupTarget {
  /** Null until the card shows all links of the group. */
  readonly merge: (() => void) | null;
  /** Null for a large group. */
  readonly keepApart: (() => void) | null;
}

export interface LookChoice {
  readonly look: Look;
  readonly choose: (look: Look) => void;
}

interface AppTarget {
  /** The order and the look of the list that shows. Null on pages without a list. */
  readonly sort: {
    readonly order: LinkOrder;
    readonly choose: (order: LinkOrder) => void;
    readonly flip: () => void;
    readonly isSearch: boolean;
    readonly look: LookChoice;
  } | null;
}

/** What the commands of each scope act on. */
export interface Targets {
  readonly app: AppTarget;
  readonly list: ListTarget;
  /** The results of a search. */
  readonly results: object;
  readonly item: ItemTarget;
  readonly group: GroupTarget;
  /** The details of a link beside its list. */
  readonly preview: Preview;
}

/** What the keys act on while the focus is at an element of a component. */
export interface Focused {
  readonly targets: Partial<Targets>;
  /** The commands that have keys there, if not all. */
  readonly only?: readonly string[];
  /** Called before a command runs. */
  readonly onRun?: () => void;
}

export interface FocusTarget {
  /** The component's element. */
  readonly element: () => Element | null;
  readonly focused: (at: Element) => Focused | null;
}

export type IconName = keyof typeof Icons;

/** The part of a menu that has an entry. A line separates it from the next part. */
export type MenuGroup = 'look' | 'change' | 'file' | 'remove';

type Text<T> = string | ((target: T, context: CommandContext) => string);

interface Spec<T> {
  readonly label: Text<T>;
  readonly icon: IconName;
  /** Key names as `keyNames` returns them, or two with a space between. The help and tooltips show the first one. */
  readonly keys?: readonly string[];
  /** What the help says about the keys. */
  readonly help?: string;
  /** The key that the help shows, if the text is about keys of several commands. */
  readonly helpKey?: string;
  /** Shown in quick open instead of the key. Null if the command would do nothing now. */
  readonly hint?: (target: T, context: CommandContext) => string | null;
  readonly group?: MenuGroup;
  readonly isDangerous?: boolean;
  /** Whether the key works in text fields and menus. */
  readonly whileTyping?: boolean;
  readonly isAvailable?: (target: T, context: CommandContext) => boolean;
  readonly run: (target: T, context: CommandContext) => void;
}

/** A command with its target: an entry of a menu. */
export interface BoundCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly group: MenuGroup | undefined;
  readonly isDangerous: boolean;
  readonly hint: string | null;
  readonly run: () => void;
}

export interface Command<Id extends string = string> extends Pick<
  Spec<never>,
  'keys' | 'help' | 'helpKey' | 'group' | 'whileTyping'
> {
  readonly id: Id;
  readonly scope: keyof Targets;
  /** Null if the command is unavailable for these targets. */
  readonly bind: (targets: Partial<Targets>, context: CommandContext) => BoundCommand | null;
}

/** Returns a function that makes the commands of a scope. */
export function commandsOf<S extends keyof Targets>(scope: S) {
  return <const Id extends string>(id: Id, spec: Spec<Targets[S]>): Command<Id> => ({
    ...spec,
    id,
    scope,
    bind: (targets, context) => {
      const target: Targets[S] | undefined = targets[scope];
      if (target === undefined || spec.isAvailable?.(target, context) === false) return null;
      const { label, icon, hint, group, isDangerous = false, keys: [key = ''] = [] } = spec;
      return {
        id,
        label: typeof label === 'string' ? label : label(target, context),
        icon,
        group,
        isDangerous,
        hint: hint === undefined ? shownKey(key) : hint(target, context),
        run: () => {
          spec.run(target, context);
        },
      };
    },
  });
}
