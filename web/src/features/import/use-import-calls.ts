import { useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { useServices } from '#web/hooks/services.ts';

interface ImportCalls {
  readonly isPending: boolean;
  readonly errors: readonly string[];
  readonly stop: () => void;
  readonly undo: () => void;
  readonly getIcons: () => void;
}

/** The calls about an import that the server has. The action's document shows what they do. */
export function useImportCalls(import_id: string): ImportCalls {
  const { api, report } = useServices();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const send = async (path: '/imports/stop/' | '/imports/icons/' | '/actions/undo/') => {
    setPending(true);
    setErrors([]);
    try {
      const { call } = await api();
      await (path === '/actions/undo/' ? call(path, { action_id: import_id }) : call(path, { import_id }));
    } catch (error) {
      if (!(error instanceof ApiError)) report('A call about an import failed.', error);
      setErrors(error instanceof ApiError ? error.messages : ["This couldn't be done. Please try again."]);
    }
    setPending(false);
  };
  return {
    isPending,
    errors,
    stop: () => {
      void send('/imports/stop/');
    },
    undo: () => {
      void send('/actions/undo/');
    },
    getIcons: () => {
      void send('/imports/icons/');
    },
  };
}
