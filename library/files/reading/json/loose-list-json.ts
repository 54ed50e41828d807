import { columnName } from '#library/files/reading/csv/csv.ts';
import { Fields } from '#library/files/reading/collect/fields.ts';
import type { JsonFormat } from '#library/files/reading/format.ts';
import { isRecord, listOf, recordsOf, textOf } from '#library/files/reading/collect/json-values.ts';
import { looseEntry } from '#library/files/reading/collect/loose-entry.ts';

/** Products whose JSON is one list of links, with fields that have usual names. `signs` are the keys that tell the product. */
const PRODUCTS = [
  // Before Pinboard: its `href` is the address in the API.
  { kind: 'readeck-json', source: 'Readeck', signs: ['url', 'is_marked', 'labels'], ignored: ['href'] },
  { kind: 'goodlinks-json', source: 'GoodLinks', signs: ['url', 'addedAt', 'starred'], ignored: [] },
  { kind: 'anybox-json', source: 'Anybox', signs: ['url', 'dateAdded', 'comment', 'tags'], ignored: [] },
  { kind: 'grimoire-json', source: 'Grimoire', signs: ['url', 'read_later', 'is_pinned'], ignored: [] },
] as const;

export const LOOSE_LIST_JSON: readonly JsonFormat[] = PRODUCTS.map(({ kind, source, signs, ignored }) => ({
  kind,
  matches: (value) => recordsOf(value).some((entry) => signs.every((sign) => Object.hasOwn(entry, sign))),
  read: (value, collector) => {
    for (const one of listOf(value)) {
      if (!isRecord(one)) {
        collector.skip('not-a-link', '', textOf(one));
        continue;
      }
      const entry = Fields.of(one, columnName);
      entry.ignore(...ignored);
      entry.collect(looseEntry(entry, collector), collector);
    }
    return source;
  },
}));
