import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

interface ImageWithFallbackProps {
  /** The urls to try, in order of preference. */
  readonly sources: readonly (string | null)[];
  /** Shown if no image loads. */
  readonly fallback: ReactNode;
  readonly className?: string | undefined;
  readonly size: number;
  /**
   * Loads the image eagerly. A drag takes a snapshot of its card at once, so a cached image must not wait until it is in view.
   */
  readonly isAtOnce?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** A decorative image. If a source fails to load, shows the next one, and finally the fallback. */
export function ImageWithFallback(props: ImageWithFallbackProps) {
  const { sources, fallback, className, size, isAtOnce = false } = props;
  const [failed, setFailed] = useState(NONE);
  useRetry(failed !== NONE, () => {
    setFailed(NONE);
  });
  const source = sources.find(
    (candidate) => candidate !== null && candidate !== '' && !failed.has(candidate),
  );
  if (source === undefined || source === null) return fallback;
  return (
    <img
      key={source}
      src={source}
      alt=""
      className={className}
      width={size}
      height={size}
      loading={isAtOnce ? 'eager' : 'lazy'}
      decoding={isAtOnce ? 'sync' : 'async'}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => {
        setFailed((before) => new Set(before).add(source));
      }}
    />
  );
}

/** The delay before the first retry. It doubles with each retry, because most failed images never come back. */
const FIRST_RETRY_MS = 60_000;

/** Retries failed images when the browser is online again, or when the user returns to the tab after a delay. */
function useRetry(hasFailed: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  const delay = useRef(FIRST_RETRY_MS);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const since = Date.now();
    const listening = new AbortController();
    const { signal } = listening;
    const onVisible = () => {
      if (document.visibilityState !== 'visible' || Date.now() - since < delay.current) return;
      delay.current *= 2;
      retry();
    };
    window.addEventListener('online', () => retry(), { signal });
    document.addEventListener('visibilitychange', onVisible, { signal });
    return () => {
      listening.abort();
    };
  }, [hasFailed]);
}
