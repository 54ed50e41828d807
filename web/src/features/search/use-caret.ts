import { useCallback, useSyncExternalStore } from 'react';

/** The position of the caret in a field; null while the field has no focus or a part of its text is selected. */
export function useCaret(field: HTMLInputElement): number | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = new AbortController();
      const { signal } = ends;
      for (const event of ['input', 'focus', 'blur']) field.addEventListener(event, listener, { signal });
      document.addEventListener('selectionchange', listener, { signal });
      return () => {
        ends.abort();
      };
    },
    [field],
  );
  return useSyncExternalStore(subscribe, () => {
    if (document.activeElement !== field) return null;
    return field.selectionStart === field.selectionEnd ? field.selectionStart : null;
  });
}
