import { Inbox } from 'lucide-react';

import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

import { FirstRun } from './first-run.tsx';

const ALL = { kind: 'all' } as const;
const EMPTY = {
  icon: Inbox,
  text: 'Bring your bookmarks from a browser or another app, or start with one link.',
  actions: <FirstRun />,
};

export function AllItemsScreen() {
  return (
    <PlacePage title="All Items" above={null}>
      <PageMeta description="All your links." path="/" />
      <Listing place={ALL} label="Links" empty={EMPTY} />
    </PlacePage>
  );
}
