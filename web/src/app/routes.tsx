import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';

import { returnToIn } from '#web/state/return-to.ts';
import { useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';
import { useFocusOnPageChange } from '#web/ui/use-focus-on-page-change.ts';

import { Header } from './layout/header.tsx';
import styles from './layout/layout.module.css';
import { LoginScreen } from './lazy-login-screen.ts';
import { memberActions, memberRoutes } from './member-components.ts';
import type { MemberRoutesProps } from './member-routes.tsx';
import { PopupGate } from './popup-gate.tsx';
import { VisitorRoutes } from './visitor-routes.tsx';

const ForgotScreen = lazy(async () => ({
  default: (await import('#web/features/account/forgot-screen.tsx')).ForgotScreen,
}));
const EmailActionScreen = lazy(async () => ({
  default: (await import('#web/features/account/email-action-screen.tsx')).EmailActionScreen,
}));
const PolicyScreen = lazy(async () => ({
  default: (await import('#web/features/account/policy-screen.tsx')).PolicyScreen,
}));
// Nobody misses it where it cannot be loaded.
const UpdateNotice = lazy<ComponentType>(async () =>
  import('./updates/update-notice.tsx').then(
    (module) => ({ default: module.UpdateNotice }),
    () => ({ default: () => null }),
  ),
);
const MemberRoutes = memberRoutes.Component;
const MemberActions = memberActions.Component;

/** Pages that are the same for everybody, without the library behind them. */
const STANDALONE: ReadonlySet<string> = new Set(['/login', '/forgot', '/email-action', '/policy']);

export function AppRoutes() {
  // Only a narrow window shows the rail as a drawer, which the header opens.
  const [railOpen, setRailOpen] = useState(false);
  const { pathname } = useLocation();
  // A visitor who only looks pays for nothing; whoever was a member here has the worker and wants the newest version.
  const isKept = isMember(useSession()) || Boolean(navigator.serviceWorker?.controller);
  return (
    <div className={styles.app}>
      <Header
        onOpenRail={() => {
          setRailOpen(true);
        }}
        memberActions={<MemberActions />}
      />
      <Suspense fallback={null}>
        <PopupGate isOverLibrary={!STANDALONE.has(pathname.replace(/\/$/, ''))} />
        <Pages railOpen={railOpen} onRailOpen={setRailOpen} />
      </Suspense>
      {isKept ? (
        <Suspense fallback={null}>
          <UpdateNotice />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Inside the Suspense, so that a page counts from when it is there. */
function Pages(rail: MemberRoutesProps) {
  const { pathname } = useLocation();
  const session = useSession();
  useFocusOnPageChange(session.known ? `${pathname} ${isMember(session)}` : null);
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/forgot" element={<ForgotScreen />} />
      <Route path="/email-action" element={<EmailActionScreen />} />
      <Route path="/policy" element={<PolicyScreen />} />
      <Route path="*" element={<VisitorOrMember {...rail} />} />
    </Routes>
  );
}

function VisitorOrMember(rail: MemberRoutesProps) {
  const session = useSession();
  // Nothing at all until it is clear who is here: a landing page that flashes by would be worse.
  if (!session.known) return <main />;
  return isMember(session) ? <MemberRoutes {...rail} /> : <VisitorRoutes />;
}

function Login() {
  const session = useSession();
  const { state } = useLocation();
  if (!session.known) return <main />;
  return isMember(session) ? <Navigate to={returnToIn(state)} replace /> : <LoginScreen />;
}
