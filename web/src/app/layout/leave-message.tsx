import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

import { useServices } from '#web/hooks/services.ts';
import { afterFrame } from '#web/ui/focus/after-frame.ts';

/**
 * After a registration, a message shows before the library, but the user is signed in. Closes the message when the user goes
 * elsewhere from the header.
 */
export function LeaveMessage() {
  const { session } = useServices();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = (event: Event) => {
      const control =
        event.target instanceof Element
          ? event.target.closest('header :is(a, button:not([data-skip]), input)')
          : null;
      if (control === null || (event.type === 'click' && control instanceof HTMLInputElement)) return;
      // Opens another tab or window.
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      session.dispatch({ type: 'registeredHidden' });
      const path = control instanceof HTMLAnchorElement ? control.getAttribute('href') : null;
      if (path === null) return;
      event.preventDefault();
      // The page of the message first redirects to the library.
      void afterFrame().then(() => navigate(path));
    };
    // Before the handlers of the links and buttons.
    document.addEventListener('click', leave, { capture: true });
    document.addEventListener('input', leave, { capture: true });
    return () => {
      document.removeEventListener('click', leave, { capture: true });
      document.removeEventListener('input', leave, { capture: true });
    };
  }, [session, navigate]);
  return null;
}
