import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';

/** The router's `navigate` is another function after each page change, which would render the buttons that call it. */
export function useStableNavigate(): (path: string) => ReturnType<NavigateFunction> {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback((path) => latest.current(path), []);
}
