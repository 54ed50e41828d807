import { TRASH_IDS_MAX_COUNT } from '@foldmark/contract/limits';
import { expect, test } from 'vitest';

import { emptyTrash } from '#web/data/mutations/actions/trash.ts';
import { openPage } from '#web/data/testing/open-page.ts';

test('a trash that is fuller than one call may name is emptied by several', async () => {
  const here = openPage();
  for (let link_id = 1; link_id <= 2 * TRASH_IDS_MAX_COUNT + 1; link_id += 1) {
    here.server.links.put(String(link_id), {
      link_id,
      url: `https://example.com/${link_id}`,
      name: String(link_id),
      status_id: 2,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: 'example.com',
      created_at: 1,
      updated_at: link_id,
    });
  }
  here.feed.links();

  const outcome = emptyTrash(here.context);
  expect(here.library.links({ kind: 'trash' }).get()).toEqual([]);
  await here.comeToRest();

  expect(await outcome).toMatchObject({ ok: true });
  expect(here.server.links.all.size).toBe(0);
});
