import { lazy, Suspense, useEffect } from 'react';
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom';

import { FavoritesScreen } from '#web/features/favorites/favorites-screen.tsx';
import { AllItemsScreen } from '#web/features/links/all-items-screen.tsx';
import { FolderScreen } from '#web/features/links/folder-screen.tsx';
import { TrashScreen } from '#web/features/trash/trash-screen.tsx';
import { useFolder, useFolderTree, useLibrary, useLink, useLoading } from '#web/hooks/library-hooks.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { SkeletonList } from '#web/listing/skeleton-list.tsx';
import { parseId } from '#web/listing/use-shown-folder.ts';

import { NotFoundScreen } from './not-found-screen.tsx';

const CreateLinkScreen = lazy(async () => ({
  default: (await import('#web/features/links/create-link-screen.tsx')).CreateLinkScreen,
}));
const LinkScreen = lazy(async () => ({
  default: (await import('#web/features/links/link-screen.tsx')).LinkScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen,
}));

export function LibraryRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/" element={<AllItemsScreen />} />
        <Route path="/folders" element={<AllItemsScreen />} />
        <Route path="/folders/favorites" element={<FavoritesScreen />} />
        <Route path="/folders/trash" element={<TrashScreen />} />
        <Route path="/folders/:id" element={<FolderRoute />} />
        <Route path="/links/create" element={<CreateLinkScreen />} />
        <Route path="/links/:id" element={<LinkRoute />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  );
}

function FolderRoute() {
  const key = useLibrary().keyOf('folder', parseId(useParams()['id']) ?? 0);
  const isVisible = useFolderTree().isVisible(key);
  useReplaceKey(key, useFolder(key)?.folder_id);
  const { folders: isLoading } = useLoading();
  if (isVisible) return <FolderScreen key={key} folder={key} />;
  return isLoading ? <SkeletonList /> : <NotFoundScreen />;
}

function LinkRoute() {
  const key = useLibrary().keyOf('link', parseId(useParams()['id']) ?? 0);
  const link = useLink(key);
  useReplaceKey(key, link?.link_id);
  const { links: isLoading } = useLoading();
  if (link !== undefined) return <LinkScreen key={key} linkId={key} />;
  return isLoading ? <SkeletonList /> : <NotFoundScreen />;
}

/** Replaces the key of a new object in the address by its id, as soon as the server has assigned it. Only this tab knows the key. */
function useReplaceKey(key: Key, id: number | undefined): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const hasKey = pathname.endsWith(`/${key}`);
  useEffect(() => {
    if (!hasKey || key > 0 || id === undefined || id <= 0) return;
    void navigate({ pathname: pathname.replace(/[^/]+$/, String(id)), search }, { replace: true });
  }, [hasKey, key, id, pathname, search, navigate]);
}
