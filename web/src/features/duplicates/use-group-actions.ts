import { useMemo } from 'react';

import { useActions } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { countText } from '@foldmark/library/text/count-text';
import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { focusMain } from '#web/ui/focus/focus-main.ts';

import { leftText, mergedText } from './group-texts.ts';

interface Merge {
  readonly keep: Key;
  readonly others: readonly Key[];
}

/** The actions on groups. A merge or a mark shows a toast with Undo. */
export interface GroupActions {
  readonly merge: (merges: readonly Merge[]) => void;
  /** Remembers that no two of these links are duplicates. */
  readonly keepApart: (links: readonly Key[]) => void;
  /** Remembers that a link is no duplicate of the others. */
  readonly takeOut: (link: Key, others: readonly Key[]) => void;
  /** Chooses which of the links of a group stays. */
  readonly choose: (link: Key, links: readonly Key[]) => void;
}

export function useGroupActions(choose: GroupActions['choose']): GroupActions {
  const actions = useActions();
  const announce = useAnnounce();
  const { toasts } = useClientState();
  return useMemo(() => {
    const setDistinct = (count: number, pairs: readonly (readonly [Key, Key])[]) => {
      announce(
        `Marked ${countText(count, 'link')} as no duplicate${count === 1 ? '' : 's'}.`,
        actions.setDistinct(pairs, true),
      );
    };
    return {
      merge: (merges) => {
        const gesture = actions.mergeLinks(merges);
        const left = new Set(gesture.left);
        const merged = merges
          .map(({ others }) => others.filter((link) => !left.has(link)).length)
          .filter((count) => count > 0);
        const duplicates = merged.reduce((sum, count) => sum + count, 0);
        const details = left.size === 0 ? [] : [leftText(left.size)];
        afterOverlay(focusMainIfLost);
        if (duplicates > 0) announce(mergedText(duplicates, merged.length), gesture, { details });
        else if (left.size > 0) toasts.show({ title: leftText(left.size) });
      },
      keepApart: (links) => {
        setDistinct(links.length, pairsOf(links));
      },
      takeOut: (link, others) => {
        setDistinct(
          1,
          others.map((other) => [link, other]),
        );
      },
      choose,
    };
  }, [actions, announce, toasts, choose]);
}

function pairsOf(links: readonly Key[]): readonly (readonly [Key, Key])[] {
  return links.flatMap((link, index) => links.slice(index + 1).map((other) => [link, other] as const));
}

/** The merge can have removed the focused button, or the one to which a dialog returns the focus. */
function focusMainIfLost(): void {
  if (document.activeElement === document.body) focusMain();
}
