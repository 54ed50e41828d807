import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { Toast } from '#web/state/toasts.ts';
import { useStore } from '#web/state/use-store.ts';

import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import { focusMain } from '#web/ui/focus/focus-main.ts';
import styles from './toast-region.module.css';

const SHOWN_MS = 7000;

/**
 * Shows the toasts. Hovering or focusing them stops the timers. An error stays until the user dismisses it, and the toast of an
 * action that is under way at least until it is done.
 */
export function ToastRegion() {
  const toasts = useStore(useClientState().toasts.list);
  const [isPaused, setPaused] = useState(false);
  const pauseTimers = () => {
    setPaused(true);
  };
  const resumeTimers = () => {
    setPaused(false);
  };
  const focusedBefore = useRef<EventTarget | null>(null);
  const restoreFocus = () => {
    const before = focusedBefore.current;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else focusMain();
  };
  // The portal puts the toasts beside the popups, so that they stay usable while a popup is open.
  return createPortal(
    // Popups hide everything else from screen readers. React Aria leaves elements with this attribute visible.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not interactive: hovering only stops the timers
    <section
      className={styles.region}
      aria-label="Messages"
      data-react-aria-top-layer="true"
      onPointerEnter={pauseTimers}
      onPointerLeave={resumeTimers}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
        pauseTimers();
      }}
      onBlur={resumeTimers}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onLeave={restoreFocus} />
        ))}
      </ol>
    </section>,
    document.body,
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly isPaused: boolean;
  /** Called when one of its buttons is pressed, before the button disappears. */
  readonly onLeave: () => void;
}

function ToastCard({ toast, isPaused, onLeave }: ToastCardProps) {
  const { remove } = useClientState().toasts;
  const { id, title, details = [], tone = 'plain', other, action, until, expiresAfterMs, onDismiss } = toast;
  const cardRef = useRef<HTMLLIElement>(null);
  const isUnderWay = useIsUnderWay(until);
  const stays = isPaused || isUnderWay || tone === 'error' || expiresAfterMs !== undefined;
  useEffect(() => {
    if (stays) return undefined;
    return SYSTEM_TIMERS.after(SHOWN_MS, () => {
      remove(id);
    });
  }, [id, stays, remove]);
  const expire = useEffectEvent(() => {
    if (cardRef.current?.contains(document.activeElement) === true) onLeave();
    remove(id);
  });
  useEffect(() => {
    if (expiresAfterMs === undefined) return undefined;
    return SYSTEM_TIMERS.after(expiresAfterMs, () => {
      expire();
    });
  }, [expiresAfterMs]);
  return (
    <li ref={cardRef} className={classNames(styles.toast, tone === 'error' && styles.error)}>
      <div className={styles.text}>
        <p>{title}</p>
        {details.map((detail) => (
          <p key={detail} className={styles.detail}>
            {detail}
          </p>
        ))}
      </div>
      {[other, action].map((offered) =>
        offered === undefined ? null : (
          <button
            key={offered.label}
            type="button"
            className={buttonClass('plain', styles.action)}
            onClick={() => {
              onLeave();
              remove(id);
              offered.run();
            }}
          >
            {offered.label}
          </button>
        ),
      )}
      <button
        type="button"
        className={buttonClass('plain', styles.close)}
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

/** Whether the promise is still pending. */
function useIsUnderWay(until: Promise<unknown> | undefined): boolean {
  const [done, setDone] = useState<Promise<unknown>>();
  useEffect(() => {
    if (until === undefined) return undefined;
    let isOver = false;
    void until.then(() => {
      if (!isOver) setDone(until);
    });
    return () => {
      isOver = true;
    };
  }, [until]);
  return until !== undefined && done !== until;
}
