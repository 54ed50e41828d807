import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import { useFocusTarget } from '#web/commands/command-context.ts';
import { useLink } from '#web/hooks/library-hooks.ts';
import { currentRowIn } from '#web/listing/list/row-of.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { LinkDetails } from './link-details.tsx';
import styles from './preview-rail.module.css';

/** No link has this key. */
const NO_KEY: Key = 0;

/** The details of the focused link, beside its list. They follow the focus through the list. */
export function PreviewRail() {
  const ref = useRef<HTMLElement>(null);
  const { preview } = useClientState();
  const followed = useStore(preview.link) ?? null;
  // While the preview has the focus, it keeps its link, even if the link leaves the list: the user may write a note.
  const [held, setHeld] = useState<Key | null>(null);
  const isThere = useLink(held ?? NO_KEY) !== undefined;
  const link = held !== null && isThere ? held : followed;
  useFocusAfterPreview(ref);
  useFocusTarget(ref, () => ({ targets: { preview } }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only watches the focus of its controls
    <aside
      ref={ref}
      className={styles.rail}
      aria-label="Details"
      onFocus={() => {
        setHeld(link);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Another window may have the focus for a while.
        if (!currentTarget.contains(relatedTarget) && document.hasFocus()) setHeld(null);
      }}
    >
      <div className={styles.close}>
        <IconButton
          label="Close details"
          shortcut="Esc"
          icon={X}
          onPress={() => {
            preview.setOpen(false);
          }}
        />
      </div>
      {link === null ? (
        <p className={styles.none}>Move to a link of the list to see its details here.</p>
      ) : (
        <LinkDetails key={link} linkId={link} />
      )}
    </aside>
  );
}

/** If the preview has the focus when it closes, returns the focus to the list. */
function useFocusAfterPreview(ref: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const rail = ref.current;
    return () => {
      if (rail?.contains(document.activeElement) !== true) return;
      afterOverlay(() => {
        currentRowIn(document.querySelector('main'))?.focus();
      });
    };
  }, [ref]);
}
