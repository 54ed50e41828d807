import * as z from 'zod/mini';

import { change, creationKey, made, ref } from '#library/changes/change.ts';
import { guarded, picked } from '#library/entities/derive.ts';
import { url } from '#library/entities/inputs.ts';
import { LINK } from '#library/entities/link.ts';
import { newLink } from '#library/entities/new-link.ts';

export const linkCreate = change({
  schema: z.object({ kind: z.literal('link.create'), ref: ref(), key: creationKey(), url: url() }),
  creates: 'link',
  reads: () => [],
  apply: ({ ref: link_id, url: address }, _, created_at) => {
    const after = { ...picked(guarded(LINK.fields), newLink(link_id, address)), created_at };
    return made({ table: 'links', key: { link_id }, before: null, after });
  },
  call: (given) => ({ path: '/links/create/', body: { url: given.url } }) as const,
  failed: "Couldn't save the link.",
});
