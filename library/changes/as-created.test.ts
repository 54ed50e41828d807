import { expect, test } from 'vitest';

import { guarded } from '#library/entities/derive.ts';
import { LINK } from '#library/entities/link.ts';
import { newLink } from '#library/entities/new-link.ts';
import { isAsCreated } from './revert.ts';

const LINK_AS_CREATED = { ...newLink(1, 'https://a.example/'), created_at: 5 };
/** Setting the status is no edit of the link. A new name can be the title of the page. */
const { status_id: _, ...FIELDS } = guarded(LINK.fields);

test('a link has the values of its creation until one of them is edited', () => {
  expect(isAsCreated(LINK_AS_CREATED, LINK_AS_CREATED)).toBe(true);
  expect(isAsCreated({ ...LINK_AS_CREATED, status_id: 2 }, LINK_AS_CREATED)).toBe(true);
  expect(isAsCreated({ ...LINK_AS_CREATED, name: 'T', page_title: 'T' }, LINK_AS_CREATED)).toBe(true);
});

test.each(Object.keys(FIELDS))('a link with another %s is not as created', (field) => {
  expect(isAsCreated({ ...LINK_AS_CREATED, [field]: 'edited' }, LINK_AS_CREATED)).toBe(false);
});
