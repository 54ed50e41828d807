import type { RuleList, RuleValue } from '#firestore/rules/values/rule-value.ts';

/** Values without repeats, found by their key (see valueKey), in the order in which they came. */
export class RuleSet {
  readonly items: ReadonlyMap<string, RuleValue>;

  constructor(items: ReadonlyMap<string, RuleValue>) {
    this.items = items;
  }

  /** Of strings, whose key needs no walk. */
  static ofKeys(keys: Iterable<string>, keyOf: (value: string) => string): RuleSet {
    return new RuleSet(new Map(Array.from(keys, (key) => [keyOf(key), key])));
  }

  values(): RuleList {
    return [...this.items.values()];
  }
}
