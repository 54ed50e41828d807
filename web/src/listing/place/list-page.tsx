import type { ComponentProps, ReactNode } from 'react';

import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import { Listing, type ListingProps } from '../list/listing.tsx';
import { PlacePage, type PlacePageProps } from './place-page.tsx';

/** The content of a list page. */
export interface ListPageProps extends Omit<PlacePageProps, 'children'> {
  /** The texts that search engines and shared links show. */
  readonly meta: ComponentProps<typeof PageMeta>;
  /** Shown above the list. */
  readonly notes?: ReactNode;
  readonly listing: ListingProps;
}

export function ListPage({ meta, notes, listing, ...page }: ListPageProps) {
  return (
    <PlacePage {...page}>
      <PageMeta {...meta} />
      {notes}
      <Listing {...listing} />
    </PlacePage>
  );
}
