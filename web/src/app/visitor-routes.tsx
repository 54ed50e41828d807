import { useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';

import { returnToIn, type ReturnTo } from '#web/state/return-to.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { hasLoginStep, mustSeeLogin } from '#web/account/session-state.ts';
import { LandingScreen } from '#web/features/landing/landing-screen.tsx';

import { LoginScreen } from './lazy-login-screen.ts';

/** What somebody sees who is not signed in: the landing page, or the login in place of what they asked for. */
export function VisitorRoutes() {
  const session = useSession();
  const showsLogin = mustSeeLogin(session);
  const { state } = useLocation();
  // Who was sent home from what they wanted goes on to it from the login's own address.
  const isSentHome = returnToIn(state) !== '/';
  if (isSentHome && hasLoginStep(session)) return <Navigate to="/login" replace state={state} />;
  return (
    <>
      <Routes>
        <Route
          path="/"
          element={showsLogin ? null : <LandingScreen loginState={state} isDeleted={session.isDeleted} />}
        />
        <Route path="/settings" element={<HomeFirst />} />
        <Route path="/links/create" element={<HomeFirst />} />
        <Route path="*" element={<CatchAll />} />
      </Routes>
      {showsLogin ? <LoginScreen /> : null}
    </>
  );
}

function HomeFirst() {
  const { pathname, search } = useLocation();
  const state: ReturnTo = { returnTo: `${pathname}${search}` };
  return <Navigate to="/" replace state={state} />;
}

/** Asks for the login as long as the visitor is here; the address stays, so that it is there after the login. */
function CatchAll() {
  const { session } = useServices();
  useEffect(() => {
    session.showPopup(true);
    return () => {
      session.showPopup(false);
    };
  }, [session]);
  return null;
}
