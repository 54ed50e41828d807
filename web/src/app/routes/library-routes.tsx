import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';

import { useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { idIn } from '#web/listing/place/path-id.ts';
import { SkeletonList } from '#web/listing/list/skeleton-list.tsx';
import { type Loadable, loadable } from '#web/ui/loading/loadable.tsx';

import { listAt, ListRoute } from './list-route.tsx';
import { normalPath } from './normal-path.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { useRouteKey } from './use-route-key.ts';

const linkScreen = loadable(
  async () => (await import('#web/features/links/edit/link-screen.tsx')).LinkScreen,
);
const LinkScreen = linkScreen.Component;

const OTHERS: Readonly<Record<string, Loadable<object>>> = {
  '/links/create': loadable(
    async () => (await import('#web/features/links/add/create-link-screen.tsx')).CreateLinkScreen,
  ),
  '/import': loadable(async () => (await import('#web/features/import/import-screen.tsx')).ImportScreen),
  '/duplicates': loadable(
    async () => (await import('#web/features/duplicates/duplicates-screen.tsx')).DuplicatesScreen,
  ),
  '/settings': loadable(
    async () => (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen,
  ),
};

/** All pages of the library that are not lists. */
export const PAGE_LOADERS = [linkScreen, ...Object.values(OTHERS)].map(({ load }) => load);

export function LibraryRoutes() {
  const { pathname } = useLocation();
  const list = listAt(pathname);
  return (
    <Suspense fallback={null}>
      {list === null ? <OtherPage pathname={pathname} /> : <ListRoute {...list} />}
    </Suspense>
  );
}

function OtherPage({ pathname }: { readonly pathname: string }) {
  const other = OTHERS[normalPath(pathname)];
  if (other !== undefined) return <other.Component />;
  const id = idIn(pathname, 'links');
  return id === undefined ? <NotFoundScreen /> : <LinkPage id={id} />;
}

function LinkPage({ id }: { readonly id: string }) {
  const { key, canAppear } = useRouteKey('link', id);
  const exists = useLink(key) !== undefined;
  const { links: isLoading } = useLoading();
  if (exists) return <LinkScreen key={key} linkId={key} />;
  return isLoading || canAppear ? <SkeletonList /> : <NotFoundScreen />;
}
