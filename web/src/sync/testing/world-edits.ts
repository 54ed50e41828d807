import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { OpenPage } from '#web/sync/testing/open-page.ts';
import { chosen, chosenOf, SHARED_FOLDER, type Step } from '#web/sync/testing/world-steps.ts';

interface EditOptions {
  /** Whether the tab may edit this link or folder. */
  readonly isOwn: (key: Key) => boolean;
  /** Returns a text that no other edit uses. */
  readonly name: (start: string, end?: string) => string;
  /** The links among these that can be merged. From then on, the server reads the page of none of them. */
  readonly mergeable: (links: readonly Key[]) => readonly Key[];
}

/** Makes the edit of a step. Returns its gesture, or null if the page has nothing to edit. */
export function makeEdit(
  { actions, library }: Pick<OpenPage, 'actions' | 'library'>,
  step: Step,
  { isOwn, name, mergeable }: EditOptions,
): string | null {
  const links = [...library.tables.links.entries()].map(([key]) => key).filter(isOwn);
  const folders = [...library.tables.folders.entries()].map(([key]) => key).filter(isOwn);
  switch (step.do) {
    case 'create link': {
      const url = name('https://new-', '.example');
      return actions.createLink({ url, folder: step.isInFolder ? SHARED_FOLDER : undefined }).id;
    }
    case 'create folder':
      return actions.createFolder({ name: name('name '), parent: chosen([0, ...folders], step.parent) }).id;
    case 'rename link': {
      const link = chosen(links, step.thing);
      return link === undefined ? null : actions.updateLink(link, { name: name('name ') }).id;
    }
    case 'write note': {
      const link = chosen(links, step.thing);
      return link === undefined ? null : actions.updateLink(link, { note: name('line\n', '\nline') }).id;
    }
    case 'rename folder': {
      const folder = chosen(folders, step.thing);
      return folder === undefined ? null : actions.updateFolder(folder, { name: name('name ') }).id;
    }
    case 'set image':
    case 'remove image': {
      const place = step.do === 'set image' ? { bucket: 'bucket', key: name('image ') } : null;
      const folder = step.thing % 4 === 0 ? chosen(folders, step.thing) : undefined;
      if (folder !== undefined) return actions.setFolderImage(folder, place).id;
      const link = chosen(links, step.thing);
      return link === undefined ? null : actions.setLinkImage(link, place).id;
    }
    case 'trash':
    case 'restore': {
      const picked = {
        links: chosenOf(links, step.things),
        folders: chosenOf(folders, step.things.slice(2)),
      };
      if (picked.links.length + picked.folders.length === 0) return null;
      return actions.setItemsStatus(picked, step.do === 'trash' ? 2 : 1).id;
    }
    case 'merge': {
      const [keep, ...others] = chosenOf(mergeable(links), step.things);
      return keep === undefined || others.length === 0 ? null : actions.mergeLinks([{ keep, others }]).id;
    }
    case 'mark distinct':
    case 'mark possible': {
      const [link, other] = chosenOf(links, step.things);
      if (link === undefined || other === undefined) return null;
      return actions.setDistinct([[link, other]], step.do === 'mark distinct').id;
    }
    case 'star':
    case 'unstar': {
      const link = chosen(links, step.thing);
      return link === undefined ? null : actions.setFavorites(itemsOf('link', [link]), step.do === 'star').id;
    }
    case 'add to folder':
    case 'remove from folder': {
      const picked = chosenOf(links, step.things);
      if (picked.length === 0) return null;
      if (step.do === 'add to folder') return actions.addLinksToFolder(picked, SHARED_FOLDER).id;
      return actions.removeLinksFromFolder(picked, SHARED_FOLDER).id;
    }
    case 'move folder': {
      const folder = chosen(folders, step.thing);
      const parent = chosen([0, ...folders], step.parent);
      if (folder === undefined || parent === undefined || isBelow(library, parent, folder)) return null;
      return actions.moveFolder(folder, parent).id;
    }
    case 'empty trash':
      if (library.links({ kind: 'trash' }).get().length + library.tree.trashed.length === 0) return null;
      return actions.emptyTrash().id;
    default:
      return null;
  }
}

function isBelow(library: OpenPage['library'], folder: Key, ancestor: Key): boolean {
  return folder === ancestor || library.tree.descendants(ancestor).includes(folder);
}
