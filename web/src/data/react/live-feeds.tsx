import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import type { FirebaseApp } from 'firebase/app';
import type { Query } from 'firebase/firestore';
import { Component, type ReactNode, useEffect } from 'react';
import { FirebaseAppProvider, useFirestoreCollection } from 'reactfire';

import { useStore } from '#web/data/client/use-store.ts';
import type { Feed } from '#web/data/feed/feed.ts';
import { forgetQuery } from '#web/data/react/reactfire-cache.ts';

interface LiveFeedsProps {
  readonly app: FirebaseApp;
  readonly feeds: readonly Feed<LibraryCollection>[];
}

/** Subscribes to what the feeds want, through reactfire. Shows nothing. */
export function LiveFeeds({ app, feeds }: LiveFeedsProps) {
  return (
    <FirebaseAppProvider firebaseApp={app}>
      {feeds.map((feed) => (
        <LiveFeed key={feed.collection} feed={feed} />
      ))}
    </FirebaseAppProvider>
  );
}

interface FeedProps {
  readonly feed: Feed<LibraryCollection>;
}

function LiveFeed({ feed }: FeedProps) {
  const subscription = useStore(feed.subscription);
  if (subscription === null) return null;
  const { attempt, query } = subscription;
  return (
    <Refusal
      key={attempt}
      onError={(error) => {
        forgetQuery(query);
        feed.failed(error);
      }}
    >
      <Listener feed={feed} query={query} />
    </Refusal>
  );
}

function Listener({ feed, query }: FeedProps & { readonly query: Query }) {
  const { data: snapshot, hasEmitted } = useFirestoreCollection(query);
  useEffect(() => {
    if (hasEmitted) feed.received(snapshot);
  }, [feed, snapshot, hasEmitted]);
  return null;
}

interface RefusalProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** reactfire throws the error of a subscription where it is used. The feed makes another one, under another key. */
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
