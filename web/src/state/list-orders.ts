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

/** A text that all tabs of this user share. */
export interface SharedText {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

interface Choice extends ListOrder {
  /** How many choices the user has made in this tab. */
  readonly count: number;
}

/** The order of each list whose order the user has changed. The oldest choice comes first. */
type Orders = ReadonlyMap<string, ListOrder>;
type Entry = readonly [list: string, order: ListOrder];

/** Above this number of lists, the oldest choice is dropped. */
const MAX_LISTS = 300;
/** The third value of a stored entry whose order is reversed. */
const REVERSED = 'reversed';

/** The orders that a user has chosen for lists, stored in this browser. */
export class ListOrders implements Readable<Orders> {
  readonly #uid: string;
  readonly #text: SharedText;
  readonly #orders = createStore<Orders>(new Map());
  readonly #chosen = createStore<Choice | null>(null);

  constructor(uid: string, text: SharedText) {
    this.#uid = uid;
    this.#text = text;
    this.readAgain();
  }

  readonly get = (): Orders => this.#orders.get();
  readonly subscribe = (listener: () => void) => this.#orders.subscribe(listener);

  /** The last choice in this tab, which the page announces. */
  get chosen(): Readable<Choice | null> {
    return this.#chosen;
  }

  choose(list: string, order: ListOrder): void {
    this.#write([...this.#without(list), [list, order]]);
    this.#chosen.set({ ...order, count: (this.#chosen.get()?.count ?? 0) + 1 });
  }

  /** Called when the server has assigned the id of a folder that was created here. */
  rename(from: string, to: string): void {
    const order = this.get().get(from);
    if (order !== undefined) this.#write([...this.#without(from), [to, order]]);
  }

  /** Called when another tab has changed the text. */
  readAgain(): void {
    this.#orders.set(new Map(readOrders(this.#text.read(), this.#uid)));
  }

  #without(list: string): Entry[] {
    return [...this.get()].filter(([other]) => other !== list);
  }

  #write(orders: readonly Entry[]): void {
    const kept = orders.slice(-MAX_LISTS);
    this.#orders.set(new Map(kept));
    const stored = kept.map(([list, { order, isReversed }]) => [
      list,
      order,
      ...(isReversed ? [REVERSED] : []),
    ]);
    this.#text.write(JSON.stringify({ uid: this.#uid, orders: stored }));
  }
}

/** Ids of folders repeat between users, so another user's orders must not apply. */
function readOrders(text: string | null, uid: string): readonly Entry[] {
  try {
    const saved: unknown = JSON.parse(text ?? 'null');
    if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'uid') !== uid) return [];
    const orders: unknown = Reflect.get(saved, 'orders');
    return Array.isArray(orders) ? orders.flatMap(readEntry) : [];
  } catch {
    return [];
  }
}

function readEntry(entry: unknown): readonly Entry[] {
  if (!Array.isArray(entry)) return [];
  const [list, order, direction]: readonly unknown[] = entry;
  if (typeof list !== 'string' || !isOrder(order)) return [];
  return [[list, { order, isReversed: direction === REVERSED }]];
}

function isOrder(value: unknown): value is LinkOrder {
  return typeof value === 'string' && Object.hasOwn(ORDER_LABELS, value);
}
