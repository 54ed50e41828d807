import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { linksOf, namesOfFolders, starsOf, type LibraryState } from '#tests/faults/state.ts';

export type Edits = Readonly<Record<string, unknown>>;

/**
 * The edits that the app has shown as made: the server has acknowledged them, or the app keeps them until it can send them.
 * None may be lost or made twice. Each link is edited by one page only, so its last edit must stand.
 */
export class ShownEdits {
  count = 0;
  /** The possible values of each cell. An edit that failed on the screen may have been made anyway. */
  readonly #possible = new Map<string, Set<unknown>>();

  /** Makes an edit on the screen. */
  async make(edits: Edits, run: () => Promise<void>): Promise<void> {
    for (const [cell, value] of Object.entries(edits)) {
      const possible = this.#possible.get(cell) ?? new Set([initialOf(cell)]);
      this.#possible.set(cell, possible.add(value));
    }
    await run();
    for (const [cell, value] of Object.entries(edits)) this.#possible.set(cell, new Set([value]));
    this.count += 1;
  }

  /** Describes each difference between the server and the shown edits. */
  problems(library: LibraryState): string[] {
    const server = cellsByUrl(library);
    return [...this.#possible].flatMap(([cell, possible]) => {
      // Without the link, only the cell that counts it is reported.
      if (!cell.endsWith(' times stored') && server.get(countCell(cell.split(' ')[0] ?? '')) !== 1) return [];
      const actual = server.get(cell) ?? initialOf(cell);
      // Its name before the first edit came from the server.
      if (possible.has(actual) || (cell.endsWith(' name') && possible.has(null))) return [];
      const expected = [...possible].map((value) => JSON.stringify(value)).join(' or ');
      return [`${cell}: ${JSON.stringify(actual)} is stored and ${expected} was shown`];
    });
  }
}

export const countCell = (url: string) => `${url} times stored`;
export const nameCell = (url: string) => `${url} name`;
export const trashCell = (url: string) => `${url} in the trash`;
export const starCell = (url: string) => `${url} starred`;
export const folderCell = (url: string, folder: string) => `${url} in ${folder}`;

function initialOf(cell: string): unknown {
  if (cell.endsWith(' times stored')) return 0;
  return cell.endsWith(' name') ? null : false;
}

function cellsByUrl(library: LibraryState): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  const stars = starsOf(library);
  const folders = namesOfFolders(library);
  for (const { link_id, url, name, status_id } of linksOf(library)) {
    cells.set(countCell(url), Number(cells.get(countCell(url)) ?? 0) + 1);
    cells.set(nameCell(url), name);
    cells.set(trashCell(url), status_id === STATUS_TRASHED);
    cells.set(starCell(url), stars.has(link_id));
    for (const folder of folders.get(link_id) ?? []) cells.set(folderCell(url, folder), true);
  }
  return cells;
}
