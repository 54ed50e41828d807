import { useEffect } from 'react';

/**
 * Shift+F10 asks for the context menu of the focused element. Most browsers send `contextmenu` while the keys are down. For Safari
 * and browsers on a Mac, which send nothing, this sends it when the key comes up.
 */
export function useMenuKey(): void {
  useEffect(() => {
    let asked: EventTarget | null = null;
    const onKeyDown = ({ key, shiftKey, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
      asked = key === 'F10' && shiftKey && !altKey && !ctrlKey && !metaKey ? target : null;
    };
    const onContextMenu = () => {
      asked = null;
    };
    const onKeyUp = ({ key, target }: KeyboardEvent) => {
      if (key !== 'F10' || asked === null || target !== asked) return;
      target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', onKeyDown, { signal });
    // The handler of a menu may stop the event.
    document.addEventListener('contextmenu', onContextMenu, { signal, capture: true });
    document.addEventListener('keyup', onKeyUp, { signal });
    return () => {
      listening.abort();
    };
  }, []);
}
