import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens each `RouteLink` without a reload. Clicks with a modifier key, which open another tab, are left to the browser. */
export function useRouteLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const { target, button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
      const path = target instanceof Element && target.closest('a[data-route]')?.getAttribute('href');
      if (typeof path !== 'string') return;
      event.preventDefault();
      void navigate(path, { replace: path === location.pathname });
    };
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
    };
  }, [navigate]);
}
