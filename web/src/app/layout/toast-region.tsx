import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { Toast } from '#web/state/toasts.ts';
import { useStore } from '#web/state/use-store.ts';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { focusMain } from '#web/ui/focus-main.ts';
import styles from './toast-region.module.css';

const SHOWN_MS = 7000;

/** What happened out of sight. Stays while it is pointed at or has the focus; what went wrong stays until dismissed. */
export function ToastRegion() {
  const toasts = useStore(useClientState().toasts.list);
  const [isHeld, setHeld] = useState(false);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  const cameFrom = useRef<EventTarget | null>(null);
  const giveFocusBack = () => {
    const before = cameFrom.current;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else focusMain();
  };
  // Beside the popups, not in the page below them: what went wrong in a popup can be put right from here.
  return createPortal(
    // Popups hide everything else from screen readers; this attribute tells them that messages stay.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to press: messages wait while they are read
    <section
      className={styles.region}
      aria-label="Messages"
      data-react-aria-top-layer="true"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        hold();
      }}
      onBlur={release}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isHeld={isHeld} onLeave={giveFocusBack} />
        ))}
      </ol>
    </section>,
    document.body,
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly isHeld: boolean;
  /** One of its buttons was pressed, and goes. */
  readonly onLeave: () => void;
}

function ToastCard({ toast, isHeld, onLeave }: ToastCardProps) {
  const { remove } = useClientState().toasts;
  const { id, title, details = [], tone = 'plain', action, onDismiss } = toast;
  useEffect(() => {
    if (isHeld || tone === 'error') return;
    const timer = setTimeout(() => {
      remove(id);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [id, isHeld, tone, remove]);
  return (
    <li className={classNames(styles.toast, tone === 'error' && styles.error)}>
      <div className={styles.text}>
        <p>{title}</p>
        {details.map((detail) => (
          <p key={detail} className={styles.detail}>
            {detail}
          </p>
        ))}
      </div>
      {action === undefined ? null : (
        <button
          type="button"
          className={classNames(buttonStyles.button, styles.action)}
          onClick={() => {
            onLeave();
            remove(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={classNames(buttonStyles.button, styles.close)}
        aria-label="Dismiss"
        onClick={() => {
          onLeave();
          remove(id);
          onDismiss?.();
        }}
      >
        <X aria-hidden="true" />
      </button>
    </li>
  );
}
