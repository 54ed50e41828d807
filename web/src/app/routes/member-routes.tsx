import { idIn, parseId } from '#web/listing/place/path-id.ts';
import { useNoteRecent } from '#web/hooks/recent.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { MemberLibrary } from '#web/hooks/member-library.tsx';
import { useServices, useSession } from '#web/hooks/services.ts';
import { useClientState } from '#web/state/client-state.ts';
import { pagePath } from '#web/ui/browser/base-path.ts';
import { listen } from '#web/ui/browser/listen.ts';

import { Commands } from '../commands.tsx';
import { ConnectionBanner } from '../messages/connection-banner.tsx';
import { ErrorBoundary } from '../messages/error-boundary.tsx';
import { saveFirstPaintSnapshot } from '../start/first-paint-snapshot.ts';
import { ImportsGate } from '../messages/imports-gate.tsx';
import { Frame } from '../layout/frame.tsx';
import { LibraryRoutes } from './library-routes.tsx';
import { ListChoicesProvider } from '../list-choices-provider.tsx';
import { Messages } from '../messages/messages.tsx';
import { Popups } from '../popups/popups.tsx';
import { SampleGate } from '../messages/sample-gate.tsx';
import { SearchGate } from '../search/search-gate.tsx';
import { usePastedLinks } from '../popups/use-pasted-links.ts';

export interface MemberRoutesProps {
  readonly railOpen: boolean;
  readonly onRailOpen: (open: boolean) => void;
}

export function MemberRoutes(rail: MemberRoutesProps) {
  const uid = useSession().firebaseUser?.uid;
  const { scrollPositions, linkDrafts, nameDrafts, importFiles, opensTree } = useClientState();
  useEffect(() => (uid === undefined ? undefined : saveFirstPaintSnapshot(uid)), [uid]);
  // Runs when the user signs out.
  useEffect(
    () => () => {
      scrollPositions.clear();
      linkDrafts.clear();
      nameDrafts.clear();
      importFiles.clear();
      opensTree.set(false);
    },
    [scrollPositions, linkDrafts, nameDrafts, importFiles, opensTree],
  );
  if (uid === undefined) return null;
  return (
    <MemberLibrary uid={uid}>
      <ListChoicesProvider>
        <Commands>
          <Frame {...rail}>
            <DemoGate />
            <ConnectionBanner />
            <ImportsGate />
            <SampleGate />
            {/* If a page fails, the rail and the other pages still work. */}
            <PageBoundary>
              <LibraryRoutes />
            </PageBoundary>
          </Frame>
          <Popups />
          <Messages />
          <SearchGate />
          <OtherListeners />
        </Commands>
      </ListChoicesProvider>
    </MemberLibrary>
  );
}

function DemoGate() {
  const { demo } = useServices();
  return demo === null ? null : <demo.Banner />;
}

function PageBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary as="div" place={pathname}>
      {children}
    </ErrorBoundary>
  );
}

function OtherListeners() {
  usePastedLinks();
  useNoteVisits();
  useRouteLinks();
  return null;
}

/** Notes the pages of folders and links that the user visits: quick open shows them first. */
function useNoteVisits(): void {
  const noteRecent = useNoteRecent();
  const { pathname } = useLocation();
  const folder = parseId(idIn(pathname, 'folders'));
  const link = parseId(idIn(pathname, 'links'));
  useEffect(() => {
    if (folder !== null) noteRecent({ kind: 'folder', id: folder });
    if (link !== null) noteRecent({ kind: 'link', id: link });
  }, [noteRecent, folder, link]);
}

/** Opens each `RouteLink` without a reload. Clicks with a modifier key, which open another tab, are left to the browser. */
function useRouteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const { target, button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-route]');
      const path = link instanceof HTMLAnchorElement ? link.dataset['route'] : undefined;
      if (path === undefined) return;
      event.preventDefault();
      void navigate(path, { replace: path === pagePath() });
    };
    return listen('click', onClick);
  }, [navigate]);
}
