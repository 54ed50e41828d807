import { columnsOf } from '@foldmark/contract/library-rows';

import { cursorText, readCursor } from '#functions/copies/cursor.ts';
import { nextPage } from '#functions/copies/next-page.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';
import { requireUser } from '#functions/store/require-user.ts';

const COLUMNS = {
  links: columnsOf('links'),
  folders: columnsOf('folders'),
  folder_links: columnsOf('folder_links'),
  favorites: columnsOf('favorites'),
};

export const libraryChanges: Operation<'/library/changes/'> = async ({ input, caller }, services) => {
  const since = input.since === undefined ? null : readCursor(input.since);
  const source = await services.copySource(caller.uid);
  const { restart, rows, cursor, more } = await nextPage(since, source, services.now().getTime() * 1000);
  const isEmpty = Object.values(rows).every((own) => own.length === 0);
  if (restart && isEmpty) await requireUser(await services.library(caller.uid));
  // The first page of many documents. With a snapshot, the next copy needs a few reads instead of one for each document.
  if (restart && cursor.isOpen) await askForSnapshot(services, caller.uid, { why: 'browser', found: null });
  return { restart, columns: COLUMNS, rows, since: cursorText(cursor), more };
};
