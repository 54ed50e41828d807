import * as z from 'zod/mini';

import { change, gone, made, pick, type Read, reference } from '#library/changes/change.ts';
import type { Edit } from '#library/changes/edits.ts';
import { unitedValues } from '#library/changes/united-values.ts';
import { STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';

/**
 * Merges a link into another one: its folders, favorite, note, older date, real name, image and the details of its page. Then
 * the merged link goes to the trash, where it keeps all of these. Refused if the joined notes are too long for a link.
 */
export const linkMerge = change({
  schema: z.object({
    kind: z.literal('link.merge'),
    link_id: reference('link_id'),
    into_id: reference('into_id'),
    /**
     * The approximate number of characters that undo stores for the change. The browser uses it to split an action into parts,
     * and the server ignores it.
     */
    size: z.exactOptional(z.int('size must be a whole number.')),
  }),
  reads: ({ link_id, into_id }) =>
    [link_id, into_id].flatMap((id): Read[] => [
      { of: 'link', id },
      { of: 'relations', kind: 'link', id },
    ]),
  apply: ({ link_id, into_id }, view) => {
    const [link, into] = [view.link(link_id), view.link(into_id)];
    if (link === undefined || into === undefined) return gone('link');
    const isMergeable =
      link_id !== into_id && link.status_id === STATUS_ACTIVE && into.status_id === STATUS_ACTIVE;
    const values = isMergeable ? unitedValues(into, link) : null;
    if (values === null) return { refused: 'changed' };
    const given: Edit[] = view
      .foldersOf(link_id)
      .filter((folder) => view.member(folder, into_id) === undefined)
      .map((folder_id) => ({
        table: 'folder_links',
        key: { link_id: into_id, folder_id },
        before: null,
        after: { folder_link_id: 0 },
        while_link: link_id,
      }));
    if (view.isFavorite('link', link_id) && !view.isFavorite('link', into_id)) {
      const key = { object_type: 'link', object_id: into_id } as const;
      given.push({ table: 'favorites', key, before: null, after: {}, while_link: link_id });
    }
    if (Object.keys(values).length > 0) {
      const before = pick(into, values);
      given.push({ table: 'links', key: { link_id: into_id }, before, after: values, while_link: link_id });
    }
    const [before, after] = [{ status_id: STATUS_ACTIVE }, { status_id: STATUS_TRASHED }] as const;
    return made(...given, { table: 'links', key: { link_id }, before, after });
  },
  call: () => null,
  failed: "Couldn't merge the links.",
});
