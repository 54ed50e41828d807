import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';

import { useFocusTarget } from '#web/commands/command-context.ts';
import { currentRowIn } from '#web/listing/list/row-of.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';

import { LinkDetails } from './link-details.tsx';
import styles from './preview-rail.module.css';

/** The details of the focused link, beside its list. They follow the focus through the list. */
export function PreviewRail() {
  const ref = useRef<HTMLElement>(null);
  const { preview } = useClientState();
  const link = useStore(preview.link) ?? null;
  useFocusAfterPreview(ref);
  useFocusTarget(ref, () => ({ targets: { preview } }));
  return (
    <aside ref={ref} className={styles.rail} aria-label="Details">
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
