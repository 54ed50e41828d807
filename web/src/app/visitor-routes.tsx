import { useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';

import { returnToIn, type ReturnTo } from '#web/state/return-to.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { hasLoginStep, mustSeeLogin } from '#web/account/session-state.ts';
import { LandingScreen } from '#web/features/landing/landing-screen.tsx';

import { LoginScreen } from './lazy-login-screen.ts';

/** The pages for visitors: the landing page, or the login screen in place of a page that requires a login. */
export function VisitorRoutes() {
  const session = useSession();
  const showsLogin = mustSeeLogin(session);
  const { state } = useLocation();
  // A visitor who was redirected to / with a returnTo logs in at /login, which then redirects to that page.
  const wasRedirected = returnToIn(state) !== '/';
  if (wasRedirected && hasLoginStep(session)) return <Navigate to="/login" replace state={state} />;
  return (
    <>
      <Routes>
        <Route
          path="/"
          element={showsLogin ? null : <LandingScreen loginState={state} isDeleted={session.isDeleted} />}
        />
        <Route path="/settings" element={<RedirectHome />} />
        <Route path="/links/create" element={<RedirectHome />} />
        <Route path="*" element={<CatchAll />} />
      </Routes>
      {showsLogin ? <LoginScreen /> : null}
    </>
  );
}

function RedirectHome() {
  const { pathname, search } = useLocation();
  const state: ReturnTo = { returnTo: `${pathname}${search}` };
  return <Navigate to="/" replace state={state} />;
}

/** Shows the login as long as this route matches. The address stays, so that the page shows after the login. */
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
