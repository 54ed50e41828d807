import { Star } from 'lucide-react';

import { useFavoriteFolders } from '#web/hooks/library-hooks.ts';
import { Listing } from '#web/listing/listing.tsx';
import { PlacePage } from '#web/listing/place-page.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';

const FAVORITES = { kind: 'favorites' } as const;
const EMPTY = { icon: Star, text: 'Star a link or folder to see it here.' };

export function FavoritesScreen() {
  const folders = useFavoriteFolders();
  return (
    <PlacePage title="Favorites">
      <PageMeta title="Favorites" description="Your favorite links and folders." path="/folders/favorites" />
      <Listing place={FAVORITES} label="Favorites" folders={folders} empty={EMPTY} />
    </PlacePage>
  );
}
