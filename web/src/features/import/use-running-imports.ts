import { actionsPath } from '@foldmark/contract/firestore-paths';
import { storedActionSchema } from '@foldmark/contract/stored';
import { collection, getDocs, limit, query, where } from 'firebase/firestore';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { useServices } from '#web/hooks/services.ts';
import { useFirestore } from '#web/hooks/use-firestore.ts';

const RUNNING = ['receiving', 'waiting', 'importing', 'undoing', 'redoing'];

/** The imports that the server has not finished, also those of other devices. */
export function useRunningImports(uid: string): readonly string[] {
  const firestore = useFirestore();
  const { report } = useServices();
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (firestore === null) return undefined;
    let isOver = false;
    getDocs(query(collection(firestore, actionsPath(uid)), where('state', 'in', RUNNING), limit(10))).then(
      ({ docs }) => {
        if (isOver) return;
        setIds(
          docs.flatMap((document) => {
            const { data } = z.safeParse(storedActionSchema, document.data());
            return data?.import === undefined ? [] : [data.action_id];
          }),
        );
      },
      (error: unknown) => {
        // Without a network, the page shows what this browser has stored.
        if (!isOver) report('The running imports could not be loaded.', error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [firestore, uid, report]);
  return ids;
}
