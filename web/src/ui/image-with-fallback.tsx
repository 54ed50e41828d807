import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

interface ImageWithFallbackProps {
  /** Where the picture may be found, best first. */
  readonly sources: readonly (string | null)[];
  /** Shown where no picture can be. */
  readonly fallback: ReactNode;
  readonly className?: string | undefined;
  readonly size: number;
}

const NONE: ReadonlySet<string> = new Set();

/** A decorative picture that is never a broken one: what fails to load gives way to the next. */
export function ImageWithFallback({ sources, fallback, className, size }: ImageWithFallbackProps) {
  const [failed, setFailed] = useState(NONE);
  useSecondChance(failed !== NONE, () => {
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
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => {
        setFailed((before) => new Set(before).add(source));
      }}
    />
  );
}

/** After so long, and twice as long each time: most of what fails is gone for good. */
const FIRST_WAIT_MS = 60_000;

/** What could not be loaded may be there when the network is back, or when somebody looks at the tab again. */
function useSecondChance(isWaiting: boolean, onChance: () => void): void {
  const chance = useEffectEvent(onChance);
  const wait = useRef(FIRST_WAIT_MS);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const since = Date.now();
    const listening = new AbortController();
    const { signal } = listening;
    const seen = () => {
      if (document.visibilityState !== 'visible' || Date.now() - since < wait.current) return;
      wait.current *= 2;
      chance();
    };
    window.addEventListener('online', () => chance(), { signal });
    document.addEventListener('visibilitychange', seen, { signal });
    return () => {
      listening.abort();
    };
  }, [isWaiting]);
}
