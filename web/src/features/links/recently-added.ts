import { Clock } from 'lucide-react';

import type { ListPageProps } from '#web/listing/place/list-page.tsx';

export const RECENTLY_ADDED: ListPageProps = {
  title: 'Recently added',
  meta: { title: 'Recently added', description: 'Your links, the newest first.', path: '/recent' },
  listing: {
    list: 'recent',
    place: { kind: 'all', listId: 'recent' },
    label: 'Recently added',
    empty: { icon: Clock, text: 'Links you add appear here, the newest first.' },
  },
};
