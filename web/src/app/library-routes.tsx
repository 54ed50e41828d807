import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router-dom';

import { useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { SkeletonList } from '#web/listing/skeleton-list.tsx';

import { listAt, ListRoute } from './list-route.tsx';
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

export function LibraryRoutes() {
  const list = listAt(useLocation().pathname);
  return <Suspense fallback={null}>{list === null ? <OtherRoutes /> : <ListRoute {...list} />}</Suspense>;
}

function OtherRoutes() {
  return (
    <Routes>
      <Route path="/links/create" element={<CreateLinkScreen />} />
      <Route path="/links/:id" element={<LinkRoute />} />
      <Route path="/import" element={<ImportScreen />} />
      <Route path="/duplicates" element={<DuplicatesScreen />} />
      <Route path="/settings" element={<SettingsScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

function LinkRoute() {
  const { key, canAppear } = useRouteKey('link', useParams()['id']);
  const exists = useLink(key) !== undefined;
  const { links: isLoading } = useLoading();
  if (exists) return <LinkScreen key={key} linkId={key} />;
  return isLoading || canAppear ? <SkeletonList /> : <NotFoundScreen />;
}
