import { useEffect } from 'react';

import { isField } from '#web/ui/is-typing.ts';

/** A held key that has moved the focus to a field, such as n, types nothing there. */
export function useHeldKeys(): void {
  useEffect(() => {
    let pressedIn: EventTarget | null = null;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.repeat) pressedIn = event.target;
      else if (event.target !== pressedIn && event.key.length === 1 && isField(event.target))
        event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}
