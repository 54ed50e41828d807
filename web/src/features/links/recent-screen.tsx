import { Clock } from 'lucide-react';

import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

const RECENT = { kind: 'all', listId: 'recent' } as const;
const EMPTY = { icon: Clock, text: 'Links you add appear here, the newest first.' };

export function RecentScreen() {
  return (
    <PlacePage title="Recently added">
      <PageMeta title="Recently added" description="Your links, the newest first." path="/recent" />
      <Listing place={RECENT} label="Recently added" empty={EMPTY} />
    </PlacePage>
  );
}
