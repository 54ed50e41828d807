import type { FirebaseApp } from 'firebase/app';
import { type ReactNode, useId, useState } from 'react';
import { FirebaseAppProvider, useObservable } from 'reactfire';
import { Observable } from 'rxjs';

import type { Readable } from '#web/sync/store.ts';

interface LiveStatusProps {
  readonly app: FirebaseApp;
  /** Whether the feeds are disconnected although they should be connected. */
  readonly isBehind: Readable<boolean>;
  /** Shown while the feeds are behind. */
  readonly children: ReactNode;
}

/** Observes the feeds through reactfire. The feeds work without it. */
export function LiveStatus({ app, ...observed }: LiveStatusProps) {
  return (
    <FirebaseAppProvider firebaseApp={app}>
      <Observer {...observed} />
    </FirebaseAppProvider>
  );
}

function Observer({ isBehind, children }: Omit<LiveStatusProps, 'app'>) {
  const [source] = useState(() => observableOf(isBehind));
  // reactfire caches each observable by its id until the sign-out clears the cache.
  const { data } = useObservable<boolean>(useId(), source, { initialData: isBehind.get() });
  return data ? children : null;
}

function observableOf(isBehind: Readable<boolean>): Observable<boolean> {
  return new Observable((subscriber) => {
    const next = (): void => {
      subscriber.next(isBehind.get());
    };
    next();
    return isBehind.subscribe(next);
  });
}
