import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

interface PictureProps {
  /** Where the picture may be found, best first. */
  readonly sources: readonly (string | null)[];
  /** Shown where no picture can be. */
  readonly fallback: ReactNode;
  readonly className?: string | undefined;
  readonly size: number;
}

const NONE: ReadonlySet<string> = new Set();

/** A decorative picture that is never a broken one: what fails to load gives way to the next. */
export function Picture({ sources, fallback, className, size }: PictureProps) {
  const [failed, setFailed] = useState(NONE);
  useOnline(failed !== NONE, () => {
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

/** What could not be loaded without a network may be there when it is back. */
function useOnline(isWaiting: boolean, onOnline: () => void): void {
  const online = useEffectEvent(onOnline);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const listening = new AbortController();
    window.addEventListener(
      'online',
      () => {
        online();
      },
      { signal: listening.signal },
    );
    return () => {
      listening.abort();
    };
  }, [isWaiting]);
}
