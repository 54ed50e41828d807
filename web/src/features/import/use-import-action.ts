import { actionsPath } from '@foldmark/contract/firestore-paths';
import { type StoredAction, storedActionSchema } from '@foldmark/contract/stored';
import { doc, onSnapshot } from 'firebase/firestore';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { useServices, useSession } from '#web/hooks/services.ts';
import { useFirestore } from '#web/hooks/use-firestore.ts';

import { type Samples, speedOf, withSample } from './speed.ts';

export interface ImportProgress {
  readonly action: StoredAction;
  /** Links per second. */
  readonly speed: number | null;
}

interface State {
  readonly id: string;
  readonly action: StoredAction;
  readonly samples: Samples;
}

/**
 * Listens to the action of an import. Null until the server knows the import. Each step costs one read, even if the page and the
 * banner both listen, because the SDK shares the listeners of one document.
 */
export function useImportAction(importId: string | null): ImportProgress | null {
  const firestore = useFirestore();
  const { report } = useServices();
  const uid = useSession().firebaseUser?.uid;
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    if (firestore === null || uid === undefined || importId === null) return undefined;
    return onSnapshot(
      doc(firestore, actionsPath(uid), importId),
      (snapshot) => {
        if (!snapshot.exists()) return;
        const read = z.safeParse(storedActionSchema, snapshot.data());
        if (!read.success) {
          report(`${snapshot.ref.path} could not be read.`, read.error);
          return;
        }
        const { data: action } = read;
        const sample = { at: Date.now(), handled: action.import?.handled ?? 0 };
        setState((before) => ({
          id: importId,
          action,
          samples: withSample(before?.id === importId ? before.samples : [], sample),
        }));
      },
      (error) => {
        report('The progress of the import could not be loaded.', error);
      },
    );
  }, [firestore, uid, importId, report]);
  return state === null || state.id !== importId
    ? null
    : { action: state.action, speed: speedOf(state.samples) };
}
