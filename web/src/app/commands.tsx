import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { CommandContextValue } from '#web/commands/command-context.ts';
import type { CommandContext, FocusTarget, ItemTarget } from '#web/commands/command.ts';
import { itemGestures } from '#web/commands/item-gestures.ts';
import { listenToKeys } from '#web/commands/key-listener.ts';
import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useNoteRecent } from '#web/hooks/recent.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useClientState } from '#web/state/client-state.ts';
import { createStore } from '#web/sync/store.ts';

import { useStableNavigate } from './layout/use-stable-navigate.ts';
import { useLogout } from './use-logout.tsx';

/** Provides what commands use, and handles their keys. */
export function Commands({ children }: { readonly children: ReactNode }) {
  const { library, actions, undo } = useOpenLibrary();
  const state = useClientState();
  const announce = useAnnounce();
  const navigate = useStableNavigate();
  const noteRecent = useNoteRecent();
  const { logoutLabel, logout, logoutQuestion } = useLogout();
  const [focusTargets] = useState(() => new Set<FocusTarget>());
  const [quickOpenItem] = useState(() => createStore<ItemTarget | null>(null));
  const context = useMemo(
    (): CommandContext => ({
      library,
      actions,
      gestures: itemGestures(actions, library, announce, state.toasts),
      undo,
      state,
      navigate,
      noteRecent,
      logoutLabel,
      logout,
      quickOpenItem,
      focusTargets,
    }),
    [
      library,
      actions,
      announce,
      undo,
      state,
      navigate,
      noteRecent,
      logoutLabel,
      logout,
      quickOpenItem,
      focusTargets,
    ],
  );
  useEffect(() => listenToKeys(context), [context]);
  return (
    <CommandContextValue value={context}>
      {children}
      {logoutQuestion}
    </CommandContextValue>
  );
}
