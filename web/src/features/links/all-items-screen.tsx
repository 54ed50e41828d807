import { Inbox } from 'lucide-react';

import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

const ALL = { kind: 'all' } as const;
const EMPTY = { icon: Inbox, text: 'To save your first link, choose New Link or press n.' };

export function AllItemsScreen() {
  return (
    <PlacePage title="All Items" isRoot>
      <PageMeta description="All your links." path="/" />
      <Listing place={ALL} label="Links" empty={EMPTY} />
    </PlacePage>
  );
}
