import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';

import { FavoritesScreen } from '#web/features/favorites/favorites-screen.tsx';
import { AllItemsScreen } from '#web/features/links/all-items-screen.tsx';
import { FolderScreen } from '#web/features/links/folder-screen.tsx';
import { RecentScreen } from '#web/features/links/recent-screen.tsx';
import { TrashScreen } from '#web/features/trash/trash-screen.tsx';
import { useFolderTree, useLink, useLoading } from '#web/hooks/library-hooks.ts';
import { SEARCH_PATH } from '#web/state/search.ts';
import { SkeletonList } from '#web/listing/skeleton-list.tsx';

import { NotFoundScreen } from './not-found-screen.tsx';
import { searchScreen } from './search-parts.ts';
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
const SettingsScreen = lazy(async () => ({
  default: (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen,
}));

const SearchScreen = searchScreen.Component;

export function LibraryRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={<AllItemsScreen />} />
        <Route path="/folders" element={<AllItemsScreen />} />
        <Route path="/recent" element={<RecentScreen />} />
        <Route path="/folders/favorites" element={<FavoritesScreen />} />
        <Route path="/folders/trash" element={<TrashScreen />} />
        <Route path="/folders/:id" element={<FolderRoute />} />
        <Route path="/links/create" element={<CreateLinkScreen />} />
        <Route path="/links/:id" element={<LinkRoute />} />
        <Route path={SEARCH_PATH} element={<SearchScreen />} />
        <Route path="/import" element={<ImportScreen />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}

function FolderRoute() {
  const { key, canAppear } = useRouteKey('folder');
  const isVisible = useFolderTree().isVisible(key);
  const { folders: isLoading } = useLoading();
  if (isVisible) return <FolderScreen key={key} folder={key} />;
  return isLoading || canAppear ? <SkeletonList /> : <NotFoundScreen />;
}

function LinkRoute() {
  const { key, canAppear } = useRouteKey('link');
  const exists = useLink(key) !== undefined;
  const { links: isLoading } = useLoading();
  if (exists) return <LinkScreen key={key} linkId={key} />;
  return isLoading || canAppear ? <SkeletonList /> : <NotFoundScreen />;
}
