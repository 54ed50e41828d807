import type { ArchiveFormat } from '#library/files/reading/format.ts';
import { OMNIVORE_JSON } from '#library/files/reading/json/list-json.ts';
import { parseJson } from '#library/files/reading/json/parse-json.ts';
import { POCKET_CSV } from '#library/files/reading/csv/csv-products.ts';

const POCKET_PART = /(?:^|\/)part_\d+\.csv$/i;
const OMNIVORE_PART = /(?:^|\/)metadata_\d+_to_\d+\.json$/i;
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Pocket's zip, in parts of 10,000 links. The other folders of the zip contain annotations and collections. */
export const POCKET_ZIP: ArchiveFormat = {
  kind: 'pocket-zip',
  pick: (names) => names.filter((name) => POCKET_PART.test(name)).sort(BY_NUMBER.compare),
  read: (members, collector) => {
    for (const { text } of members) POCKET_CSV.read(text, collector);
    return 'Pocket';
  },
};

/** Omnivore's zip, with the metadata of 20 links per file. `content/` contains their pages and `highlights/` their notes. */
export const OMNIVORE_ZIP: ArchiveFormat = {
  kind: 'omnivore-zip',
  pick: (names) => names.filter((name) => OMNIVORE_PART.test(name)).sort(BY_NUMBER.compare),
  read: (members, collector) => {
    for (const { name, text } of members) {
      const parsed = parseJson(text);
      if (parsed !== null) OMNIVORE_JSON.read(parsed.value, collector);
      if (parsed?.isWhole !== true)
        collector.tell(`${fileName(name)} in the zip is damaged. Links in it may be lost.`);
    }
    return 'Omnivore';
  },
};

function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}
