import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import type { FirebaseApp } from 'firebase/app';
import type { Query } from 'firebase/firestore';
import { Component, type ReactNode, useEffect } from 'react';
import { FirebaseAppProvider, useFirestoreCollection } from 'reactfire';

import type { Feed } from '#web/data/feed/feed.ts';
import { forgetQuery } from '#web/data/react/reactfire-cache.ts';

interface ListenerProps {
  readonly feed: Feed<LibraryCollection>;
  readonly query: Query;
}

/** Listens to what a feed wants listened to, through reactfire. Shows nothing. */
export function LiveFeed({ app, feed, query }: ListenerProps & { readonly app: FirebaseApp }) {
  return (
    <FirebaseAppProvider firebaseApp={app}>
      <Refusal
        onError={(error) => {
          forgetQuery(query);
          feed.failed(error);
        }}
      >
        <Listener feed={feed} query={query} />
      </Refusal>
    </FirebaseAppProvider>
  );
}

function Listener({ feed, query }: ListenerProps) {
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
