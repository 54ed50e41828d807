import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';

import { useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { idIn } from '#web/listing/path-id.ts';
import { SkeletonList } from '#web/listing/skeleton-list.tsx';

import { listAt, ListRoute } from './list-route.tsx';
import { normalPath } from './normal-path.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { useRouteKey } from './use-route-key.ts';

const CreateLinkScreen = lazy(async () => ({
  default: (await import('#web/features/links/create-link-screen.tsx')).CreateLinkScreen,
}));
const LinkScreen = lazy(async () => ({
  default: (await import('#web/features/links/link-screen.tsx')).LinkScreen,
}));
const ImportScreen = lazy(async () => ({
  default: (await import('#web/features/import/import-screen.tsx')).ImportScreen,
}));
const DuplicatesScreen = lazy(async () => ({
  default: (await import('#web/features/duplicates/duplicates-screen.tsx')).DuplicatesScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen,
}));

const OTHERS: Readonly<Partial<Record<string, ComponentType>>> = {
  '/links/create': CreateLinkScreen,
  '/import': ImportScreen,
  '/duplicates': DuplicatesScreen,
  '/settings': SettingsScreen,
};

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
  const Other = OTHERS[normalPath(pathname)];
  if (Other !== undefined) return <Other />;
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
