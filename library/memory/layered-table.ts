/**
 * An optimistic update of a record. A record that arrives after the change was sent confirms the patch if applying the patch does not
 * change that record. An older record proves nothing: if two changes cancel each other, it looks like the result of both.
 */
export interface Patch {
  readonly attach: () => void;
  readonly detach: () => void;
  /** Called when the change is sent. From then on, the server's record may contain it. */
  readonly sent: () => void;
  /**
   * Called when the server has executed the change. The patch is dropped when a record contains it, possibly an earlier record.
   * Then, or when it is detached, it calls `onGone` once.
   */
  readonly answered: (onGone?: () => void) => void;
}

export type Apply<T> = (record: T | undefined) => T | undefined;

export interface TablePatch<T> extends Patch {
  /** Replaces the function, for example with one that sets the server's result. */
  readonly amend: (apply: Apply<T>) => void;
  /** The record after this patch, without later patches. */
  readonly result: () => T | undefined;
}

/** A class, because a gesture on 10,000 links would create seven functions for each of them. */
class Layer<K, T extends object> implements TablePatch<T> {
  apply: Apply<T>;
  state: 'waiting' | 'sent' | 'answered' = 'waiting';
  /** Whether a record has arrived since the change was sent. */
  isHeard = false;
  isSeen = false;
  onGone: (() => void) | undefined;
  readonly #table: LayeredTable<K, T>;
  readonly #key: K;

  constructor(table: LayeredTable<K, T>, key: K, apply: Apply<T>) {
    this.#table = table;
    this.#key = key;
    this.apply = apply;
  }

  attach(): void {
    this.state = 'waiting';
    this.isHeard = false;
    this.isSeen = false;
    this.#table.attach(this.#key, this);
  }

  detach(): void {
    this.#table.detach(this.#key, this);
  }

  sent(): void {
    this.state = 'sent';
  }

  answered(onGone?: () => void): void {
    this.state = 'answered';
    this.onGone = onGone;
    this.#table.changed(this.#key);
  }

  amend(apply: Apply<T>): void {
    this.apply = apply;
    this.#table.changed(this.#key);
  }

  result(): T | undefined {
    return this.#table.resultOf(this.#key, this);
  }
}

/** The server's records of one collection, with layers of optimistic updates over them. */
export class LayeredTable<K, T extends object> {
  readonly #base = new Map<K, T>();
  readonly #layers = new Map<K, Layer<K, T>[]>();
  /** The visible record of each key with layers. */
  readonly #overlaid = new Map<K, T | undefined>();
  readonly #onTouched: (key: K, before: T | undefined) => void;
  readonly #isEqual: (left: T, right: T) => boolean;

  /** `onTouched` is called for every key whose visible record changes, with the previous record. */
  constructor(isEqual: (left: T, right: T) => boolean, onTouched: (key: K, before: T | undefined) => void) {
    this.#isEqual = isEqual;
    this.#onTouched = onTouched;
  }

  /** The visible record: the server's record with all patches applied. */
  get(key: K): T | undefined {
    return this.#layers.has(key) ? this.#overlaid.get(key) : this.#base.get(key);
  }

  /** The server's record. */
  server(key: K): T | undefined {
    return this.#base.get(key);
  }

  serverRecords(): IterableIterator<T> {
    return this.#base.values();
  }

  serverKeys(): IterableIterator<K> {
    return this.#base.keys();
  }

  *keys(): Generator<K> {
    for (const [key] of this.entries()) yield key;
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
    const layers = this.#layers.get(key);
    if (layers !== undefined) {
      for (const layer of layers) layer.isHeard = layer.state !== 'waiting';
      this.#change(key, () => {
        this.#setBase(key, record);
        this.#confirm(key);
      });
      return;
    }
    // The fast path for 10,000 records at startup, which have no layers.
    const before = this.#base.get(key);
    if (this.#isSame(record, before)) return;
    this.#setBase(key, record);
    this.#onTouched(key, before);
  }

  patch(key: K, apply: Apply<T>): TablePatch<T> {
    return new Layer(this, key, apply);
  }

  /**
   * `attach`, `detach`, `changed` and `resultOf` are called only by layers. `attach` checks no confirmations, because a waiting
   * layer confirms nothing.
   */
  attach(key: K, layer: Layer<K, T>): void {
    const before = this.get(key);
    this.#layers.set(key, [...(this.#layers.get(key) ?? []), layer]);
    const after = layer.apply(before);
    this.#overlaid.set(key, after);
    this.#touch(key, before, after);
  }

  detach(key: K, layer: Layer<K, T>): void {
    this.#change(key, () => {
      this.#drop(key, (other) => other === layer);
      this.#confirm(key);
    });
  }

  /** Called when the state or the function of a layer has changed. */
  changed(key: K): void {
    this.#change(key, () => {
      this.#confirm(key);
    });
  }

  resultOf(key: K, layer: Layer<K, T>): T | undefined {
    const layers = this.#layers.get(key) ?? [];
    return this.#stacked(key, layers.slice(0, layers.indexOf(layer) + 1));
  }

  /**
   * Drops the answered layers that the server's record contains: all layers up to one whose stacked result equals the record. A
   * single layer without an effect proves nothing, because it may undo the layer below it.
   */
  #confirm(key: K): void {
    const layers = this.#layers.get(key);
    if (layers === undefined) return;
    const record = this.#base.get(key);
    let stacked = record;
    for (const [index, layer] of layers.entries()) {
      if (!layer.isHeard) break;
      stacked = layer.apply(stacked);
      if (this.#isSame(stacked, record)) for (const seen of layers.slice(0, index + 1)) seen.isSeen = true;
    }
    const last = layers.findLastIndex(({ isSeen, state }) => isSeen && state === 'answered');
    this.#drop(key, (layer, index) => index <= last && layer.state === 'answered');
  }

  #drop(key: K, isDropped: (layer: Layer<K, T>, index: number) => boolean): void {
    const layers = this.#layers.get(key) ?? [];
    const [rest, dropped] = [[], []] as [Layer<K, T>[], Layer<K, T>[]];
    for (const [index, layer] of layers.entries()) (isDropped(layer, index) ? dropped : rest).push(layer);
    if (rest.length === 0) this.#layers.delete(key);
    else if (dropped.length > 0) this.#layers.set(key, rest);
    for (const { onGone } of dropped) onGone?.();
  }

  #change(key: K, change: () => void): void {
    const before = this.get(key);
    change();
    const layers = this.#layers.get(key);
    if (layers === undefined) this.#overlaid.delete(key);
    else this.#overlaid.set(key, this.#stacked(key, layers));
    this.#touch(key, before, this.get(key));
  }

  #touch(key: K, before: T | undefined, after: T | undefined): void {
    if (after === before) return;
    if (this.#isSame(after, before)) this.#keep(key, before);
    else this.#onTouched(key, before);
  }

  #setBase(key: K, record: T | undefined): void {
    if (record === undefined) this.#base.delete(key);
    else this.#base.set(key, record);
  }

  #stacked(key: K, layers: readonly Layer<K, T>[]): T | undefined {
    let record = this.#base.get(key);
    for (const layer of layers) record = layer.apply(record);
    return record;
  }

  /** Keeps the previous object if all fields are equal, so that comparing by identity finds no change. */
  #keep(key: K, record: T | undefined): void {
    if (this.#layers.has(key)) this.#overlaid.set(key, record);
    else if (record !== undefined) this.#base.set(key, record);
  }

  #isSame(left: T | undefined, right: T | undefined): boolean {
    if (left === right) return true;
    return left !== undefined && right !== undefined && this.#isEqual(left, right);
  }
}

/** Compares two records field by field. Creates no objects, because a gesture on 10,000 links compares each of them twice. */
export function haveSameFields<T extends object>(left: T, right: T): boolean {
  for (const name in left)
    if (left[name] !== right[name] && !isSameList(left[name], right[name])) return false;
  for (const name in right) if (!(name in left)) return false;
  return true;
}

function isSameList(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((value, index) => value === right[index]);
}
