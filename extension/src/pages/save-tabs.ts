import type { PageState } from '#extension/pages/page-state.ts';
import { isWebPage, savePage } from '#extension/pages/save-pages.ts';
import type { NewGesture } from '#extension/queue/perform.ts';
import type { BatchableChange } from '@foldmark/library/changes/changes';
import { likelyKey } from '@foldmark/library/duplicates/link-identity';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { Key } from '@foldmark/library/memory/keys';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import { countText } from '@foldmark/library/text/count-text';

/** A tab as the browser lists it. */
export interface OpenTab {
  readonly url: string;
  readonly title: string;
}

/** The web pages among the tabs, each once. */
export function pagesOf(tabs: readonly OpenTab[]): readonly OpenTab[] {
  const pages = new Map<string, OpenTab>();
  for (const tab of tabs) {
    const key = likelyKey(tab.url);
    if (isWebPage(tab.url) && !pages.has(key)) pages.set(key, tab);
  }
  return [...pages.values()];
}

/** An open page, and what the extension knows of it. */
export interface KnownPage {
  readonly page: OpenTab;
  readonly state: Pick<PageState, 'saved' | 'trashed'>;
}

export interface TabsPlan extends NewGesture {
  /** What was done, for the person. */
  readonly text: string;
}

interface PlanOptions {
  readonly tree: FolderTree;
  readonly day: Date;
  readonly newRef: () => number;
}

/**
 * Saves pages in the folder of the day. A second time on the same day uses the same folder. Saved links are only added to it.
 * Without changes, all pages are there already.
 */
export function planTabs(pages: readonly KnownPage[], { tree, day, newRef }: PlanOptions): TabsPlan {
  const name = tabsFolderName(day);
  const existing = tree.children(ROOT_FOLDER_ID).find((key) => tree.name(key) === name);
  const folder = existing ?? newRef();
  const changes = pages.flatMap((page) => changesOf(page, folder, newRef));
  if (changes.length > 0 && existing === undefined)
    changes.unshift({ kind: 'folder.create', ref: folder, name, parent_folder_id: ROOT_FOLDER_ID });
  const known = pages.filter(({ state }) => state.saved !== null).length;
  return {
    label: `Saved ${countText(pages.length, 'tab')} in ${name}`,
    changes,
    text: textOf({ saved: pages.length - known, known, isChanged: changes.length > 0 }, name),
  };
}

function changesOf(
  { page, state: { saved, trashed } }: KnownPage,
  folder: Key,
  newRef: () => number,
): readonly BatchableChange[] {
  const known = saved ?? trashed;
  if (known === null) return savePage({ ...page, folders: [folder] }, newRef).changes;
  const { link, folders } = known;
  return [
    ...(saved === null
      ? [
          {
            kind: 'link.set',
            link_id: link,
            status_id: STATUS_ACTIVE,
            if: { status_id: STATUS_TRASHED },
          } as const,
        ]
      : []),
    ...(folders.includes(folder)
      ? []
      : [{ kind: 'member.set', folder_id: folder, link_id: link, present: true } as const]),
  ];
}

interface Counts {
  readonly saved: number;
  /** The pages that were saved before. */
  readonly known: number;
  readonly isChanged: boolean;
}

function textOf({ saved, known, isChanged }: Counts, folder: string): string {
  if (saved + known === 0) return 'No tab of this window is a web page, so nothing was saved.';
  if (!isChanged) return `${all(known)} in ${folder} already.`;
  const added =
    known === 1
      ? '1 link that was saved before was'
      : `${countText(known, 'link')} that were saved before were`;
  if (saved === 0) return `${added} added to ${folder}.`;
  const text = `${countText(saved, 'tab')} saved in ${folder}.`;
  return known === 0 ? text : `${text} ${countText(known, 'tab')} saved before.`;
}

function all(count: number): string {
  return count === 1 ? 'This tab is' : `All ${countText(count, 'tab')} are`;
}

/** The name of the folder of a day: 'Tabs, 27 Nov 2026'. */
export function tabsFolderName(day: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `Tabs, ${format.format(day)}`;
}
