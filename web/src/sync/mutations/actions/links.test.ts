import { newLink } from '@foldmark/contract/new-link';
import { expect, test } from 'vitest';

import { type LinkEdits, updateLink } from '#web/sync/mutations/actions/links.ts';
import { openPage } from '#web/sync/testing/open-page.ts';

/** With every editable field: tsc reports a new one. */
const EDITS: Required<LinkEdits> = { url: 'https://new.example/', name: 'New name', status_id: 2 };

test.each(Object.entries(EDITS))(
  'an edit of %s shows at once and reaches the server',
  async (field, value) => {
    const here = openPage();
    here.server.links.put('1', { ...newLink(1, 'https://old.example/'), created_at: 1, updated_at: 1 });
    here.feed.links();

    const outcome = updateLink(here.context, 1, { [field]: value });
    expect(here.library.link(1)).toMatchObject({ [field]: value });
    await here.comeToRest();

    expect(await outcome).toMatchObject({ ok: true });
    expect(here.server.links.all.get('1')).toMatchObject({ [field]: value });
  },
);
