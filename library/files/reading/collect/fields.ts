import type { Collector } from './collector.ts';
import { decodeAttribute } from '#library/files/reading/html/html-entities.ts';
import { isRecord, isSet, isWritten, saysSomething, tagNames, textOf } from './json-values.ts';
import type { RawEntry } from './raw-entry.ts';

/**
 * The fields of one entry: keys of JSON, columns of a table or attributes of HTML. Remembers which fields the format has read.
 */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #read = new Set<string>();

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** The fields of an object. Empty for any other value. */
  static of(value: unknown, nameOf: (key: string) => string = (key) => key): Fields {
    const values = new Map<string, unknown>();
    for (const [key, one] of Object.entries(isRecord(value) ? value : {})) {
      const name = nameOf(key);
      const free = [name, key].find((candidate) => !values.has(candidate));
      values.set(free ?? `${key} in place ${values.size + 1}`, one);
    }
    return new Fields(values);
  }

  /** The decoded attributes of a tag. */
  static ofAttributes(attributes: ReadonlyMap<string, string>): Fields {
    return new Fields(new Map([...attributes].map(([name, value]) => [name, decodeAttribute(value)])));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  get(name: string): unknown {
    this.#read.add(name);
    return this.#values.get(name);
  }

  text(name: string): string | null {
    return textOf(this.get(name));
  }

  /** The text of a cell or attribute. Empty if the field is missing. */
  cell(name: string): string {
    return this.text(name) ?? '';
  }

  flag(name: string): boolean {
    return isSet(this.get(name));
  }

  tags(name: string): string[] {
    return tagNames(this.get(name));
  }

  /**
   * The value of the first of these fields with a usable one, or null. Fields with the same value count as read too. `convert`
   * returns null for an unusable value.
   */
  take<T>(
    names: readonly string[],
    convert: (value: unknown) => T | null,
    isUsable = saysSomething,
  ): T | null {
    const name = this.#find(names, convert, isUsable);
    if (name === undefined) return null;
    const value = this.#values.get(name);
    for (const other of names) if (this.#values.get(other) === value) this.#read.add(other);
    return convert(value);
  }

  /** The first of these fields that contains a text of the user. */
  takeText(names: readonly string[]): string | null {
    return this.take(names, textOf, isWritten);
  }

  /** Like `take`, but the field does not count as read. */
  peek<T>(names: readonly string[], convert: (value: unknown) => T | null): T | null {
    const name = this.#find(names, convert, saysSomething);
    return name === undefined ? null : convert(this.#values.get(name));
  }

  #find(
    names: readonly string[],
    convert: (value: unknown) => unknown,
    isUsable: (value: unknown) => boolean,
  ): string | undefined {
    return names.find((name) => {
      const value = this.#values.get(name);
      return isUsable(value) && convert(value) !== null;
    });
  }

  /** Marks fields as read that contain nothing new. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Adds the link that was read from these fields. Then tells the fields that have content and were not read. */
  collect(link: RawEntry, collector: Collector): number | null {
    const position = collector.link(link);
    if (position !== null) this.tellUnused(collector);
    return position;
  }

  tellUnused(collector: Collector): void {
    for (const [name, value] of this.#values)
      if (!this.#read.has(name) && saysSomething(value)) collector.unused(name);
  }
}
