import { Inbox } from 'lucide-react';

import type { ListPageProps } from '#web/listing/place/list-page.tsx';

import { FirstRun } from './add/first-run.tsx';

export const ALL_ITEMS: ListPageProps = {
  title: 'All Items',
  meta: { description: 'All your links.', path: '/' },
  above: null,
  listing: {
    list: 'all',
    place: { kind: 'all' },
    label: 'Links',
    empty: {
      icon: Inbox,
      text: 'Bring your bookmarks from a browser or another app, or start with one link.',
      actions: <FirstRun />,
    },
  },
};
