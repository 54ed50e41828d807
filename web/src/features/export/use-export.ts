import { use, useEffect, useRef, useState } from 'react';

import type { ExportFormat } from '@foldmark/library/files/writing/export-format';
import { exportFileName } from '@foldmark/library/files/writing/file-name';
import { writeLastExport } from '#web/export/last-export.ts';
import type { ExportedFile } from '@foldmark/library/files/writing/make-export';
import { runExport } from '#web/export/run-export.ts';
import { LibraryContext } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';
import type { ExportScope } from '#web/state/client-state.ts';

import { partName, snapshotScope } from './export-texts.ts';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { becomesCurrent } from './becomes-current.ts';

export type ExportState =
  | { readonly phase: 'open' | 'waiting' | 'writing' | 'failed' }
  | {
      readonly phase: 'made';
      readonly made: ExportedFile;
      /** Whether the library has the latest changes of other devices. */
      readonly isCurrent: boolean;
      readonly fileName: string;
    };

interface UseExport {
  readonly state: ExportState;
  readonly start: (format: ExportFormat) => void;
}

/** Exports and saves a file. Closing the dialog cancels it. */
export function useExport(scope: ExportScope, folder: string): UseExport {
  const open = use(LibraryContext);
  const { report } = useServices();
  const [state, setState] = useState<ExportState>({ phase: 'open' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat, signal: AbortSignal): Promise<ExportState> => {
    if (open === null) return { phase: 'failed' };
    setState({ phase: 'waiting' });
    const isCurrent = await becomesCurrent(open);
    if (signal.aborted) return { phase: 'open' };
    setState({ phase: 'writing' });
    const made = await runExport(open.library, snapshotScope(scope), format, signal);
    const at = new Date();
    const fileName = exportFileName(partName(scope, folder), at, format);
    if (made.difference === null) {
      saveFile(made.file, fileName);
      writeLastExport(() => localStorage, open.uid, { at, format });
    }
    return { phase: 'made', made, isCurrent, fileName };
  };

  const start = async (format: ExportFormat) => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const { signal } = controller;
    const next = await run(format, signal).catch((error: unknown): ExportState => {
      if (!signal.aborted) report('The export failed.', error);
      return { phase: 'failed' };
    });
    if (!signal.aborted) setState(next);
  };

  return {
    state,
    start: (format) => {
      void start(format);
    },
  };
}
