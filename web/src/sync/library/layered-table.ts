/**
 * A change of a record that the server has not yet confirmed. It is confirmed when the server's record already is what
 * the change would make of it.
 */
export interface Patch {
  readonly attach: () => void;
  readonly detach: () => void;
  /** From now on the server's record may hold it. */
  readonly sent: () => void;
  /** The server has done it: the patch goes with the first record that holds it, which may have come before. */
  readonly answered: () => void;
}

export type Apply<T> = (record: T | undefined) => T | undefined;

export interface TablePatch<T> extends Patch {
  /** Says more exactly what the server will make of it. */
  readonly amend: (apply: Apply<T>) => void;
  /** The record as it is after this patch, without those that came later. */
  readonly result: () => T | undefined;
}

interface Layer<T> {
  apply: Apply<T>;
  state: 'waiting' | 'sent' | 'answered';
  isSeen: boolean;
}

/** What the server says of one collection, and over it what this tab has changed. */
export class LayeredTable<K, T extends object> {
  readonly #base = new Map<K, T>();
  readonly #layers = new Map<K, Layer<T>[]>();
  /** The visible record of each key that has layers. */
  readonly #overlaid = new Map<K, T | undefined>();
  readonly #onTouched: (key: K, before: T | undefined) => void;
  readonly #isEqual: (left: T, right: T) => boolean;

  /** `onTouched` hears of every key whose visible record changed, with the record before. */
  constructor(isEqual: (left: T, right: T) => boolean, onTouched: (key: K, before: T | undefined) => void) {
    this.#isEqual = isEqual;
    this.#onTouched = onTouched;
  }

  /** The record as a person sees it. */
  get(key: K): T | undefined {
    return this.#layers.has(key) ? this.#overlaid.get(key) : this.#base.get(key);
  }

  /** The record as the server has it. */
  server(key: K): T | undefined {
    return this.#base.get(key);
  }

  serverKeys(): IterableIterator<K> {
    return this.#base.keys();
  }

  *entries(): Generator<readonly [K, T]> {
    for (const entry of this.#base) {
      if (!this.#layers.has(entry[0])) yield entry;
    }
    for (const [key, record] of this.#overlaid) {
      if (record !== undefined) yield [key, record];
    }
  }

  setServer(key: K, record: T | undefined): void {
    if (this.#layers.has(key)) {
      this.#change(key, () => {
        this.#setBase(key, record);
        this.#confirm(key);
      });
      return;
    }
    // The way of 10,000 records at a start.
    const before = this.#base.get(key);
    if (this.#isSame(record, before)) return;
    this.#setBase(key, record);
    this.#onTouched(key, before);
  }

  patch(key: K, apply: Apply<T>): TablePatch<T> {
    const layer: Layer<T> = { apply, state: 'waiting', isSeen: false };
    const changed = (change: () => void): void => {
      this.#change(key, () => {
        change();
        this.#confirm(key);
      });
    };
    return {
      attach: () => {
        layer.state = 'waiting';
        layer.isSeen = false;
        changed(() => this.#layers.set(key, [...(this.#layers.get(key) ?? []), layer]));
      },
      detach: () => {
        changed(() => {
          this.#drop(key, (other) => other === layer);
        });
      },
      sent: () => {
        layer.state = 'sent';
      },
      answered: () => {
        changed(() => {
          layer.state = 'answered';
        });
      },
      result: () => {
        const layers = this.#layers.get(key) ?? [];
        return this.#stacked(key, layers.slice(0, layers.indexOf(layer) + 1));
      },
      amend: (next) => {
        changed(() => {
          layer.apply = next;
        });
      },
    };
  }

  /**
   * Drops what the server has done and its record has shown: all up to a change after which it is as the record is. That
   * a single one makes no difference proves nothing, for it may only undo what came before it.
   */
  #confirm(key: K): void {
    const layers = this.#layers.get(key);
    if (layers === undefined) return;
    const record = this.#base.get(key);
    let stacked = record;
    for (const [index, layer] of layers.entries()) {
      if (layer.state === 'waiting') break;
      stacked = layer.apply(stacked);
      if (this.#isSame(stacked, record)) for (const seen of layers.slice(0, index + 1)) seen.isSeen = true;
    }
    const last = layers.findLastIndex(({ isSeen, state }) => isSeen && state === 'answered');
    this.#drop(key, (layer, index) => index <= last && layer.state === 'answered');
  }

  #drop(key: K, isDropped: (layer: Layer<T>, index: number) => boolean): void {
    const layers = this.#layers.get(key) ?? [];
    const rest = layers.filter((layer, index) => !isDropped(layer, index));
    if (rest.length === 0) this.#layers.delete(key);
    else if (rest.length < layers.length) this.#layers.set(key, rest);
  }

  #change(key: K, change: () => void): void {
    const before = this.get(key);
    change();
    const layers = this.#layers.get(key);
    if (layers === undefined) this.#overlaid.delete(key);
    else this.#overlaid.set(key, this.#stacked(key, layers));
    const after = this.get(key);
    if (after === before) return;
    if (this.#isSame(after, before)) this.#keep(key, before);
    else this.#onTouched(key, before);
  }

  #setBase(key: K, record: T | undefined): void {
    if (record === undefined) this.#base.delete(key);
    else this.#base.set(key, record);
  }

  #stacked(key: K, layers: readonly Layer<T>[]): T | undefined {
    let record = this.#base.get(key);
    for (const layer of layers) record = layer.apply(record);
    return record;
  }

  /** Nothing is to be seen of the change, so who compares by identity must not see it either. */
  #keep(key: K, record: T | undefined): void {
    if (this.#layers.has(key)) this.#overlaid.set(key, record);
    else if (record !== undefined) this.#base.set(key, record);
  }

  #isSame(left: T | undefined, right: T | undefined): boolean {
    if (left === right) return true;
    return left !== undefined && right !== undefined && this.#isEqual(left, right);
  }
}

/** Whether two records of one kind have the same fields. */
export function haveSameFields<T extends object>(left: T, right: T): boolean {
  const fields = Object.entries(left);
  const others = new Map(Object.entries(right));
  return fields.length === others.size && fields.every(([name, value]) => others.get(name) === value);
}
