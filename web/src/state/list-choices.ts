import type { LinkOrder } from '@foldmark/library/memory/link-views';
import { createStore, type Readable } from '#web/sync/store.ts';

/** The labels of the orders. */
export const ORDER_LABELS: Readonly<Record<LinkOrder, string>> = {
  url: 'Url',
  name: 'Name',
  created: 'Date added',
  edited: 'Last edited',
  match: 'Best match',
};

/** The labels of the direction of an order, and of the reversed one. */
const DIRECTION_LABELS: Readonly<Record<LinkOrder, readonly [string, string]>> = {
  url: ['A to Z', 'Z to A'],
  name: ['A to Z', 'Z to A'],
  created: ['Newest first', 'Oldest first'],
  edited: ['Newest first', 'Oldest first'],
  match: ['Best first', 'Best last'],
};

/** How a list is sorted. */
export interface ListOrder {
  readonly order: LinkOrder;
  readonly isReversed: boolean;
}

export function directionLabel({ order, isReversed }: ListOrder): string {
  return DIRECTION_LABELS[order][isReversed ? 1 : 0];
}

/** How a list can show its items, in the order of the menu. */
export const LOOKS = ['list', 'cards', 'compact'] as const;
export type Look = (typeof LOOKS)[number];

export const LOOK_LABELS: Readonly<Record<Look, string>> = {
  list: 'List',
  cards: 'Cards',
  compact: 'Compact',
};

/** How a choice is stored: as some texts after the id of its list. */
export interface ChoiceFormat<Value> {
  readonly write: (value: Value) => readonly string[];
  /** Null for texts that are no choice. */
  readonly read: (texts: readonly unknown[]) => Value | null;
}

/** The second text of a stored order that is reversed. */
const REVERSED = 'reversed';

export const ORDER_FORMAT: ChoiceFormat<ListOrder> = {
  write: ({ order, isReversed }) => [order, ...(isReversed ? [REVERSED] : [])],
  read: ([order, direction]) =>
    isKeyOf(ORDER_LABELS, order) ? { order, isReversed: direction === REVERSED } : null,
};

export const LOOK_FORMAT: ChoiceFormat<Look> = {
  write: (look) => [look],
  read: ([look]) => (isKeyOf(LOOK_LABELS, look) ? look : null),
};

function isKeyOf<Name extends string>(labels: Readonly<Record<Name, string>>, value: unknown): value is Name {
  return typeof value === 'string' && Object.hasOwn(labels, value);
}

/** A text that all tabs of this user share. */
export interface SharedText {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

interface Choice<Value> {
  readonly value: Value;
  /** How many choices the user has made in this tab. */
  readonly count: number;
}

type Entry<Value> = readonly [list: string, value: Value];
/** The value of each list that the user has chosen. The oldest choice comes first. */
type Choices<Value> = ReadonlyMap<string, Value>;

/** Above this number of lists, the oldest choice is dropped. */
const MAX_LISTS = 300;

/** What a user has chosen for each list, such as its order, stored in this browser. */
export class ListChoices<Value> implements Readable<Choices<Value>> {
  readonly #uid: string;
  readonly #text: SharedText;
  readonly #format: ChoiceFormat<Value>;
  readonly #choices = createStore<Choices<Value>>(new Map());
  readonly #chosen = createStore<Choice<Value> | null>(null);

  constructor(uid: string, text: SharedText, format: ChoiceFormat<Value>) {
    this.#uid = uid;
    this.#text = text;
    this.#format = format;
    this.readAgain();
  }

  readonly get = (): Choices<Value> => this.#choices.get();
  readonly subscribe = (listener: () => void) => this.#choices.subscribe(listener);

  /** The last choice in this tab, which the page announces. */
  get chosen(): Readable<Choice<Value> | null> {
    return this.#chosen;
  }

  choose(list: string, value: Value): void {
    this.#write([...this.#without(list), [list, value]]);
    this.#chosen.set({ value, count: (this.#chosen.get()?.count ?? 0) + 1 });
  }

  /** Called when the server has assigned the id of a folder that was created here. */
  rename(from: string, to: string): void {
    const value = this.get().get(from);
    if (value !== undefined) this.#write([...this.#without(from), [to, value]]);
  }

  /** Called when another tab has changed the text. */
  readAgain(): void {
    this.#choices.set(new Map(this.#read()));
  }

  #without(list: string): Entry<Value>[] {
    return [...this.get()].filter(([other]) => other !== list);
  }

  #write(choices: readonly Entry<Value>[]): void {
    const kept = choices.slice(-MAX_LISTS);
    this.#choices.set(new Map(kept));
    const lists = kept.map(([list, value]) => [list, ...this.#format.write(value)]);
    this.#text.write(JSON.stringify({ uid: this.#uid, lists }));
  }

  /** Ids of folders repeat between users, so another user's choices must not apply. */
  #read(): readonly Entry<Value>[] {
    try {
      const saved: unknown = JSON.parse(this.#text.read() ?? 'null');
      if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'uid') !== this.#uid) return [];
      const lists: unknown = Reflect.get(saved, 'lists');
      return Array.isArray(lists) ? lists.flatMap((entry) => this.#readEntry(entry)) : [];
    } catch {
      return [];
    }
  }

  #readEntry(entry: unknown): readonly Entry<Value>[] {
    if (!Array.isArray(entry)) return [];
    const [list, ...texts]: readonly unknown[] = entry;
    const value = this.#format.read(texts);
    return typeof list === 'string' && value !== null ? [[list, value]] : [];
  }
}
