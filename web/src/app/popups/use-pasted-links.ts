import { useEffect, useEffectEvent } from 'react';

import { clipboardTexts } from '#web/features/links/paste/clipboard-texts.ts';
import { usePasteDeps } from '#web/features/links/paste/use-paste-deps.ts';
import { useGetTargetFolder } from '#web/listing/place/use-shown-folder.ts';

import { isTyping } from '#web/ui/focus/is-typing.ts';
import { listen } from '#web/ui/browser/listen.ts';

export const loadPasting = async () => import('#web/features/links/paste/add-pasted.ts');

/** Adds urls that the user pastes onto the page as links. They go to the shown folder, or to the folder of the search. */
export function usePastedLinks(): void {
  const getFolder = useGetTargetFolder();
  const deps = usePasteDeps();
  const { popup, toasts } = deps.clientState;

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || popup.get() !== null || isTyping(event.target)) return;
    const texts = clipboardTexts(event.clipboardData);
    if (texts === null) return;
    event.preventDefault();
    const folder = getFolder();
    loadPasting().then(
      async ({ addPasted, readPasted }) => addPasted(readPasted(texts), { ...deps, folder }),
      () => {
        toasts.show({
          title: "Your links weren't added.",
          details: ["A part of Foldmark couldn't be loaded. Paste them again when you're back online."],
          tone: 'error',
        });
      },
    );
  });

  useEffect(
    () =>
      listen('paste', (event) => {
        onPaste(event);
      }),
    [],
  );
}
