import { memo, Suspense, useCallback, useState, type ComponentType } from 'react';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router-dom';

import { returnToIn } from '#web/state/return-to.ts';
import { useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';
import { focusesMain } from '#web/ui/focus/focus-main.ts';
import { loadable, overlay } from '#web/ui/loading/loadable.tsx';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';

import { Header } from '../layout/header.tsx';
import styles from '../layout/layout.module.css';
import { LoginScreen } from './lazy-login-screen.ts';
import { memberActions, memberRoutes } from './member-components.ts';
import type { MemberRoutesProps } from './member-routes.tsx';
import { normalPath } from './normal-path.ts';
import { PopupGate } from '../popups/popup-gate.tsx';
import { VisitorRoutes } from './visitor-routes.tsx';

const { Component: ForgotScreen } = loadable(
  async () => (await import('#web/features/account/forgot-screen.tsx')).ForgotScreen,
);
const { Component: EmailActionScreen } = loadable(
  async () => (await import('#web/features/account/email-action-screen.tsx')).EmailActionScreen,
);
const { Component: ConnectScreen } = loadable(
  async () => (await import('#web/features/settings/connect/connect-screen.tsx')).ConnectScreen,
);
const { Component: PolicyScreen } = loadable(
  async () => (await import('#web/features/account/policy-screen.tsx')).PolicyScreen,
);
const { Component: UpdateNotice } = overlay(
  async () => (await import('../updates/update-notice.tsx')).UpdateNotice,
  'silent',
);
const MemberRoutes = memberRoutes.Component;
const MemberActions = memberActions.Component;

/** Elements that never change are not rendered again. */
const MEMBER_ACTIONS = <MemberActions />;

/**
 * Pages without the library, the same for visitors and members. They are no `Route`s, for the same reason as the lists
 * (list-route.tsx).
 */
const STANDALONE: Readonly<Partial<Record<string, ComponentType>>> = {
  '/login': Login,
  '/connect': Connect,
  '/forgot': ForgotScreen,
  '/email-action': EmailActionScreen,
  '/policy': PolicyScreen,
};

/** A page change, such as the first letter of a search, renders only the components that read the location. */
export function AppRoutes() {
  // Used only in a narrow window, where the rail is a drawer that the header opens.
  const [railOpen, setRailOpen] = useState(false);
  const openRail = useCallback(() => {
    setRailOpen(true);
  }, []);
  // The service worker is installed only for members, so that it costs visitors nothing. Once installed, it needs updates.
  const usesWorker = isMember(useSession()) || Boolean(navigator.serviceWorker?.controller);
  return (
    <div className={styles.app}>
      <Header onOpenRail={openRail} memberActions={MEMBER_ACTIONS} />
      <Suspense fallback={null}>
        <PagePopupGate />
        <Pages railOpen={railOpen} onRailOpen={setRailOpen} />
      </Suspense>
      {usesWorker ? <UpdateNotice /> : null}
    </div>
  );
}

function PagePopupGate() {
  const { pathname } = useLocation();
  return <PopupGate isOverLibrary={STANDALONE[normalPath(pathname)] === undefined} />;
}

/** Must be inside the Suspense boundary, so that the focus moves after the page has loaded. */
function Pages(rail: MemberRoutesProps) {
  const { pathname, state } = useLocation();
  const isNew = useNavigationType() === NavigationType.Push;
  const session = useSession();
  const page = session.known ? `${pathname} ${isMember(session)}` : null;
  useFocusOnPageChange(page, isNew && focusesMain(state));
  const Standalone = STANDALONE[normalPath(pathname)];
  return Standalone === undefined ? <VisitorOrMember {...rail} /> : <Standalone />;
}

const VisitorOrMember = memo(function VisitorOrMember(rail: MemberRoutesProps) {
  const session = useSession();
  // Shows nothing until the session is known: otherwise the landing page would flash before the library.
  if (!session.known) return <main />;
  return isMember(session) ? <MemberRoutes {...rail} /> : <VisitorRoutes />;
});

function Login() {
  const session = useSession();
  const { state } = useLocation();
  if (!session.known) return <main />;
  return isMember(session) ? <Navigate to={returnToIn(state)} replace /> : <LoginScreen />;
}

/** A visitor logs in at this address, because its query says which app asks. */
function Connect() {
  const session = useSession();
  if (!session.known) return <main />;
  return isMember(session) ? <ConnectScreen /> : <VisitorRoutes />;
}
