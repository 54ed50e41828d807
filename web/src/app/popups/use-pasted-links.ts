import { useEffect, useEffectEvent } from 'react';

import { clipboardTexts } from '#web/features/links/paste/clipboard-texts.ts';
import { useAddedPlace } from '#web/features/links/add/use-added-place.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useGetTargetFolder } from '#web/listing/place/use-shown-folder.ts';
import { useClientState } from '#web/state/client-state.ts';

import { isTyping } from '#web/ui/focus/is-typing.ts';

export const loadPasting = async () => import('#web/features/links/paste/add-pasted.ts');

/** Adds urls that are pasted onto the page as links, to the shown folder, or that of the search, if there is one. */
export function usePastedLinks(): void {
  const getFolder = useGetTargetFolder();
  const library = useLibrary();
  const actions = useActions();
  const announce = useAnnounce();
  const placeOf = useAddedPlace();
  const clientState = useClientState();

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || clientState.popup.get() !== null || isTyping(event.target)) return;
    const texts = clipboardTexts(event.clipboardData);
    if (texts === null) return;
    event.preventDefault();
    const folder = getFolder();
    loadPasting().then(
      async ({ addPasted, readPasted }) =>
        addPasted(readPasted(texts), { folder, library, actions, announce, placeOf, clientState }),
      () => {
        clientState.toasts.show({
          title: "Your links weren't added.",
          details: ["A part of Foldmark couldn't be loaded. Paste them again when you're back online."],
          tone: 'error',
        });
      },
    );
  });

  useEffect(() => {
    const listen = (event: ClipboardEvent): void => {
      onPaste(event);
    };
    document.addEventListener('paste', listen);
    return () => {
      document.removeEventListener('paste', listen);
    };
  }, []);
}
