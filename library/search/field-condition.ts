import { ROOT_FOLDER_ID, STATUS_TRASHED } from '#library/entities/limits.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

import { type Condition, COST, fact, not } from './conditions.ts';
import { periodOf } from './dates.ts';
import { foldName, type FolderNames } from './folder-names.ts';
import { siteCondition, siteOf, textCondition } from './text-condition.ts';
import type { FieldName } from './tokens.ts';

/** An import creates a folder in it for each tag. */
const TAGS_FOLDER = 'Tags';

export interface FieldContext {
  readonly library: Pick<Library, 'foldersOf' | 'isFavorite'>;
  readonly folders: FolderNames;
}

export const IS_TRASHED = fact('trashed', COST.record, ({ link }) => link.status_id === STATUS_TRASHED);
const HAS_IMAGE = fact('image', COST.record, ({ link }) => link.image_s3_key !== '');
const HAS_NOTE = fact('note', COST.record, ({ link }) => link.note.trim() !== '');

/** Compiles a field. Null if the value means nothing to it. */
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
    case 'in': {
      const found = context.folders.find(value);
      return found.length === 0 ? null : isIn(context.folders.withDescendants(found), context);
    }
    case 'tag': {
      const found = context.folders.find(value);
      return found.length === 0 ? null : isIn(new Set(found), context);
    }
    case 'is':
      return stateCondition(foldName(value), context);
    case 'has':
      return possessionCondition(foldName(value), context);
    case 'created':
    case 'before':
    case 'after':
      return createdCondition(field, value);
  }
}

/** Matches links in one of the folders. The id lists them, so that it changes with the folders. */
export function isIn(folders: ReadonlySet<Key>, { library }: FieldContext): Condition {
  return fact(`in:${[...folders].join(',')}`, COST.folders, ({ key }) => {
    for (const folder of library.foldersOf(key)) if (folders.has(folder)) return true;
    return false;
  });
}

export function isFavorite({ library }: FieldContext): Condition {
  return fact('favorite', COST.favorite, ({ key }) => library.isFavorite('link', key));
}

function stateCondition(state: string, context: FieldContext): Condition | null {
  switch (state) {
    case 'favorite':
    case 'favourite':
    case 'fav':
    case 'starred':
      return isFavorite(context);
    case 'trash':
      return IS_TRASHED;
    case 'unfiled':
      return not(isInAnyFolder(context));
    default:
      return null;
  }
}

function possessionCondition(what: string, context: FieldContext): Condition | null {
  switch (what) {
    case 'image':
      return HAS_IMAGE;
    case 'note':
      return HAS_NOTE;
    case 'folder':
      return isInAnyFolder(context);
    case 'tag': {
      const { tree } = context.folders;
      const tags = context.folders.named(TAGS_FOLDER).filter((key) => tree.parent(key) === ROOT_FOLDER_ID);
      return isIn(context.folders.withDescendants(tags.flatMap((key) => tree.children(key))), context);
    }
    default:
      return null;
  }
}

function isInAnyFolder(context: FieldContext): Condition {
  return isIn(new Set(context.folders.tree.visible), context);
}

function createdCondition(field: 'created' | 'before' | 'after', value: string): Condition | null {
  const period = periodOf(field, foldName(value));
  if (period === null) return null;
  const { from, to } = period;
  return fact(
    `created:${from}..${to}`,
    COST.record,
    ({ link: { created_at } }) => created_at >= from && created_at < to,
  );
}
