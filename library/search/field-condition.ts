import { ROOT_FOLDER_ID, STATUS_TRASHED } from '#library/entities/limits.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

import { type Candidate, type Condition, COST, fact, not } from './conditions.ts';
import { periodOf, type Today } from './dates.ts';
import { foldTrimmed, type FolderNames } from './folder-names.ts';
import { siteCondition, siteOf, textCondition } from './text-condition.ts';
import type { FieldName } from './tokens.ts';

/** Only the first name is proposed. */
export const FAVORITE_NAMES = ['favorite', 'favourite', 'fav', 'starred'] as const;
/** The folder in which an import creates a folder for each tag. */
const TAGS_FOLDER = 'Tags';

export interface FieldContext extends Today {
  readonly library: Pick<Library, 'foldersOf' | 'isFavorite' | 'linksIn'>;
  readonly folders: FolderNames;
}

export const IS_TRASHED = fact('trashed', COST.record, ({ link }) => link.status_id === STATUS_TRASHED);
const HAS_IMAGE = fact('image', COST.record, ({ link }) => link.image_s3_key !== '');
const HAS_NOTE = fact('note', COST.record, ({ link }) => link.note.trim() !== '');

/** Compiles a field. Null if the field does not accept the value. */
export function fieldCondition(field: FieldName, value: string, context: FieldContext): Condition | null {
  switch (field) {
    case 'title':
    case 'url':
    case 'note':
      return textCondition(field, value);
    case 'site': {
      const site = siteOf(value);
      return site === null ? null : siteCondition(site);
    }
    case 'in':
    case 'tag': {
      const found = context.folders.find(value);
      const folders = field === 'in' ? context.folders.withDescendants(found) : new Set(found);
      return found.length === 0 ? null : isIn(folders, context);
    }
    case 'is':
      return STATES.get(foldTrimmed(value))?.(context) ?? null;
    case 'has':
      return POSSESSIONS.get(foldTrimmed(value))?.(context) ?? null;
    case 'created':
    case 'before':
    case 'after':
      return createdCondition(field, value, context);
  }
}

/** Matches links in one of the folders. The id contains the folders, so that it changes with them. */
export function isIn(folders: ReadonlySet<Key>, { library }: FieldContext): Condition {
  const test = ({ key }: Candidate): boolean => {
    for (const folder of library.foldersOf(key)) if (folders.has(folder)) return true;
    return false;
  };
  const passTest = () => passTestIn(folders, library);
  return fact(`in:${[...folders].join(',')}`, COST.folders, test, { folders, passTest });
}

/** If the largest key is more than this many times the number of links, an array by key would be too large. */
const MAX_SPREAD = 64;

/** Looks up a byte for each link, because reading the folders of 100,000 links takes longer than comparing their texts. */
function passTestIn(
  folders: ReadonlySet<Key>,
  library: Pick<Library, 'linksIn'>,
): (candidate: Candidate) => boolean {
  const lists = Array.from(folders, (folder) => library.linksIn(folder) ?? NO_LINKS);
  let [max, count] = [0, 0];
  for (const links of lists) {
    count += links.size;
    for (const link of links) if (link > max) max = link;
  }
  if (max > MAX_SPREAD * count) {
    const members = new Set(lists.flatMap((links) => [...links]));
    return ({ key }) => members.has(key);
  }
  const isMember = new Uint8Array(max + 1);
  // Links that the server has not confirmed have keys below 0.
  const unconfirmed = new Set<Key>();
  for (const links of lists) {
    for (const link of links) {
      if (link < 0) unconfirmed.add(link);
      else isMember[link] = 1;
    }
  }
  return ({ key }) => (key < 0 ? unconfirmed.has(key) : isMember[key] === 1);
}

const NO_LINKS: ReadonlySet<Key> = new Set();

export function isFavorite({ library }: FieldContext): Condition {
  return fact('favorite', COST.favorite, ({ key }) => library.isFavorite('link', key));
}

/** The values of `is:`. */
const STATES = new Map<string, (context: FieldContext) => Condition>([
  ...FAVORITE_NAMES.map((name) => [name, isFavorite] as const),
  ['trash', () => IS_TRASHED],
  ['unfiled', (context) => not(isInAnyFolder(context))],
]);

/** The values of `has:`. */
const POSSESSIONS = new Map<string, (context: FieldContext) => Condition>([
  ['image', () => HAS_IMAGE],
  ['note', () => HAS_NOTE],
  ['folder', isInAnyFolder],
  ['tag', isTagged],
]);

function isTagged(context: FieldContext): Condition {
  const { tree } = context.folders;
  const tags = context.folders.named(TAGS_FOLDER).filter((key) => tree.parent(key) === ROOT_FOLDER_ID);
  return isIn(context.folders.withDescendants(tags.flatMap((key) => tree.children(key))), context);
}

function isInAnyFolder(context: FieldContext): Condition {
  return isIn(new Set(context.folders.tree.visible), context);
}

function createdCondition(
  field: 'created' | 'before' | 'after',
  value: string,
  today: Today,
): Condition | null {
  const period = periodOf(field, foldTrimmed(value), today);
  if (period === null) return null;
  const { from, to } = period;
  return fact(
    `created:${from}..${to}`,
    COST.record,
    ({ link: { created_at } }) => created_at >= from && created_at < to,
  );
}
