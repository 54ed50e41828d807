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

/** Subscribes to a feed's query through reactfire. Renders nothing. */
export function LiveFeed({ app, feed, subscription }: ListenerProps & { readonly app: FirebaseApp }) {
  return (
    <FirebaseAppProvider firebaseApp={app}>
      <FeedErrorBoundary
        onError={(error) => {
          feed.failed(error);
        }}
      >
        <Listener feed={feed} subscription={subscription} />
      </FeedErrorBoundary>
    </FirebaseAppProvider>
  );
}

function Listener({ feed, subscription }: ListenerProps) {
  const [source] = useState(() => snapshotsOf(subscription, feed));
  useObservable(subscription.id, source);
  return null;
}

/** Hands every snapshot to the feed directly, because React would render only the last of a batch. */
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

interface ErrorBoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Catches subscription errors, which reactfire throws during rendering. The feed then starts a new subscription. */
class FeedErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
