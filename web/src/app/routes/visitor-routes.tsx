import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

import { returnToIn, type ReturnTo } from '#web/state/return-to.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { hasLoginStep, mustSeeLogin } from '#web/account/session-state.ts';
import { LandingScreen } from '#web/features/landing/landing-screen.tsx';

import { LoginScreen } from './lazy-login-screen.ts';
import { normalPath } from './normal-path.ts';

/** The pages for visitors: the landing page, or the login screen in place of a page that requires a login. */
export function VisitorRoutes() {
  const session = useSession();
  const showsLogin = mustSeeLogin(session);
  const { pathname, state } = useLocation();
  // A visitor who was redirected to / with a returnTo logs in at /login, which then redirects to that page.
  const wasRedirected = returnToIn(state) !== '/';
  if (wasRedirected && hasLoginStep(session)) return <Navigate to="/login" replace state={state} />;
  return (
    <>
      {pageAt(
        normalPath(pathname),
        showsLogin ? null : <LandingScreen loginState={state} isDeleted={session.isDeleted} />,
      )}
      {showsLogin ? <LoginScreen /> : null}
    </>
  );
}

function pageAt(path: string, landing: ReactNode): ReactNode {
  switch (path) {
    case '/':
      return landing;
    case '/settings':
    case '/links/create':
      return <RedirectHome />;
    default:
      return <CatchAll />;
  }
}

function RedirectHome() {
  const { pathname, search, hash } = useLocation();
  const state: ReturnTo = { returnTo: `${pathname}${search}${hash}` };
  return <Navigate to="/" replace state={state} />;
}

/** Shows the login as long as this route matches. The URL stays, so that the requested page shows after the login. */
function CatchAll() {
  const { session } = useServices();
  useEffect(() => {
    session.dispatch({ type: 'popupSwitched', shown: true });
    return () => {
      session.dispatch({ type: 'popupSwitched', shown: false });
    };
  }, [session]);
  return null;
}
