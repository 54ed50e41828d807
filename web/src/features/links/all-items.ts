import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ListPageProps } from '#web/listing/place/list-page.tsx';

/** `firstRun` shows in an empty library. */
export function allItems(firstRun: ReactNode): ListPageProps {
  return {
    title: 'All Items',
    meta: { description: 'All your links.', path: '/' },
    above: null,
    listing: {
      list: 'all',
      place: { kind: 'all' },
      label: 'Links',
      empty: { icon: Inbox, text: 'Your links will be here.', actions: firstRun },
    },
  };
}
