import { useEffect, useState } from 'react';

/** Whether the tips below the empty field show: from the time it gets the focus until a text is typed or the focus leaves. */
export function useTips(field: HTMLInputElement, text: string): boolean {
  // The field can have the focus before this code has loaded.
  const [isOpen, setOpen] = useState(() => document.activeElement === field);
  useEffect(() => {
    const area = field.parentElement;
    if (area === null) return undefined;
    const ends = new AbortController();
    const { signal } = ends;
    area.addEventListener(
      'focusin',
      ({ target }) => {
        if (target === field) setOpen(field.value === '');
      },
      { signal },
    );
    area.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && area.contains(relatedTarget))) setOpen(false);
      },
      { signal },
    );
    return () => {
      ends.abort();
    };
  }, [field]);
  // Clearing the field does not bring the tips back.
  if (isOpen && text !== '') setOpen(false);
  return isOpen && text === '';
}
