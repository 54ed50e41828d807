import { Star } from 'lucide-react';

import { useFavoriteFolders } from '#web/hooks/library-hooks.ts';
import type { ListPageProps } from '#web/listing/place/list-page.tsx';

const FAVORITES = {
  title: 'Favorites',
  meta: {
    title: 'Favorites',
    description: 'Your favorite links and folders.',
    path: '/folders/favorites',
  },
} as const;
const LISTING = {
  list: 'favorites',
  place: { kind: 'favorites' },
  label: 'Favorites',
  empty: { icon: Star, text: 'Star a link or folder to see it here.' },
} as const;

export function useFavoritesPage(): ListPageProps {
  return { ...FAVORITES, listing: { ...LISTING, folders: useFavoriteFolders() } };
}
