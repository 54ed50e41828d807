import { actionsPath } from '@foldmark/contract/firestore-paths';
import { type StoredAction, storedActionSchema } from '@foldmark/contract/stored';
import { collection, limit, onSnapshot, orderBy, query } from 'firebase/firestore';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { useServices, useSession } from '#web/hooks/services.ts';
import { useFirestore } from '#web/hooks/use-firestore.ts';

const PAGE_SIZE = 50;

export interface History {
  /** Newest first. Null while loading. */
  readonly actions: readonly StoredAction[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
  /** Null if there are no older actions. */
  readonly showOlder: (() => void) | null;
}

interface Page {
  readonly actions: readonly StoredAction[];
  readonly isFull: boolean;
}

/**
 * Listens to the history on the connection of the feeds, which is open anyway. A job's progress shows at once, and costs one read
 * for each part. Polling every second would cost a read of each action.
 */
export function useHistory(): History {
  const firestore = useFirestore();
  const { report } = useServices();
  const uid = useSession().firebaseUser?.uid;
  const [size, setSize] = useState(PAGE_SIZE);
  const [page, setPage] = useState<Page | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (firestore === null || uid === undefined || hasFailed) return undefined;
    return onSnapshot(
      query(collection(firestore, actionsPath(uid)), orderBy('created_at', 'desc'), limit(size)),
      { includeMetadataChanges: true },
      ({ docs, metadata }) => {
        // If the SDK cannot reach the server for a while, it delivers its cache, which can be empty.
        if (metadata.fromCache && docs.length === 0) return;
        const actions = docs.flatMap((document) => {
          const read = z.safeParse(storedActionSchema, document.data());
          if (!read.success) report(`${document.ref.path} could not be read.`, read.error);
          // An undo is not a row of its own: it shows as the state of the action that it undoes.
          return read.success && read.data.undoes === undefined ? [read.data] : [];
        });
        setPage({ actions, isFull: docs.length === size });
      },
      (error) => {
        report('The history could not be loaded.', error);
        setFailed(true);
      },
    );
  }, [firestore, uid, size, hasFailed, report]);
  return {
    actions: page?.actions ?? null,
    hasFailed,
    retry: () => {
      setFailed(false);
    },
    showOlder:
      page?.isFull === true
        ? () => {
            setSize(size + PAGE_SIZE);
          }
        : null,
  };
}
