import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { onSnapshot } from 'firebase/firestore';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { FirebaseAppProvider, useObservable } from 'reactfire';
import { Observable } from 'rxjs';

import { forgetObservable } from '#web/hooks/reactfire-cache.ts';
import type { Feed } from '#web/sync/feed/feed.ts';
import type { Subscription, SyncStatus } from '#web/sync/feed/subscription.ts';

interface ListenerProps {
  readonly feed: Feed<LibraryCollection>;
  readonly subscription: Subscription;
}

/**
 * Subscribes to a feed's query through reactfire. Renders nothing itself: the feed shows the status that reactfire's hook
 * returns, for example in the connection banner.
 */
export function LiveFeed({ feed, subscription }: ListenerProps) {
  return (
    <FirebaseAppProvider firebaseApp={subscription.query.firestore.app}>
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
  const [source] = useState(() => statusOf(subscription, feed));
  const { hasEmitted, data } = useObservable<SyncStatus>(subscription.id, source);
  useEffect(() => {
    if (hasEmitted) feed.show(data);
  }, [feed, hasEmitted, data]);
  return null;
}

/**
 * The status of a subscription. Hands every snapshot to the feed directly, because React would render only the last of
 * several, and the feed needs the documents of all.
 */
function statusOf({ id, query, ended, status }: Subscription, feed: Feed<LibraryCollection>) {
  return new Observable<SyncStatus>((subscriber) => {
    ended.addEventListener('abort', () => {
      subscriber.complete();
      forgetObservable(id);
    });
    const stopStatus = status.subscribe(() => {
      subscriber.next(status.get());
    });
    const stopListening = onSnapshot(
      query,
      { includeMetadataChanges: true },
      {
        next: (snapshot) => {
          feed.received(snapshot);
        },
        error: (error) => {
          subscriber.error(error);
        },
      },
    );
    return () => {
      stopStatus();
      stopListening();
    };
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
