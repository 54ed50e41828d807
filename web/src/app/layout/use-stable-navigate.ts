import { useCallback, useLayoutEffect, useRef } from 'react';
import { type NavigateFunction, type NavigateOptions, useNavigate } from 'react-router-dom';

type Navigate = (path: string, options?: NavigateOptions) => ReturnType<NavigateFunction>;

/** React Router returns a new `navigate` after each page change. That would render the buttons that call it. */
export function useStableNavigate(): Navigate {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback((path, options) => latest.current(path, options), []);
}
