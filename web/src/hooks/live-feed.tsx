import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import type { FirebaseApp } from 'firebase/app';
import { onSnapshot, type QuerySnapshot } from 'firebase/firestore';
import { Component, type ReactNode, useState } from 'react';
import { FirebaseAppProvider, useObservable } from 'reactfire';
import { Observable } from 'rxjs';

import type { Feed, Subscription } from '#web/sync/feed/feed.ts';
import { forgetObservable } from '#web/hooks/reactfire-cache.ts';

interface ListenerProps {
  readonly feed: Feed<LibraryCollection>;
  readonly subscription: Subscription;
}

/** Listens to what a feed wants listened to, through reactfire. Shows nothing. */
export function LiveFeed({ app, feed, subscription }: ListenerProps & { readonly app: FirebaseApp }) {
  return (
    <FirebaseAppProvider firebaseApp={app}>
      <Refusal
        onError={(error) => {
          feed.failed(error);
        }}
      >
        <Listener feed={feed} subscription={subscription} />
      </Refusal>
    </FirebaseAppProvider>
  );
}

function Listener({ feed, subscription }: ListenerProps) {
  const [source] = useState(() => snapshotsOf(subscription, feed));
  useObservable(subscription.id, source);
  return null;
}

/** The feed hears each of them: of what comes together, React would render the last alone. */
function snapshotsOf({ id, query, ended }: Subscription, feed: Feed<LibraryCollection>) {
  return new Observable<QuerySnapshot>((subscriber) => {
    ended.addEventListener('abort', () => {
      subscriber.complete();
      forgetObservable(id);
    });
    return onSnapshot(
      query,
      { includeMetadataChanges: true },
      {
        next: (snapshot) => {
          feed.received(snapshot);
          subscriber.next(snapshot);
        },
        error: (error) => {
          subscriber.error(error);
        },
      },
    );
  });
}

interface RefusalProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** reactfire throws the error of a subscription where it is used. The feed makes another one. */
class Refusal extends Component<RefusalProps, { readonly isRefused: boolean }> {
  override readonly state = { isRefused: false };

  static getDerivedStateFromError() {
    return { isRefused: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.isRefused ? null : this.props.children;
  }
}
