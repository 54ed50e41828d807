import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useServices } from '#web/hooks/services.ts';
import type { FilePreview } from '#web/import/file-preview.ts';
import { openFile, type OpenFile } from '#web/import/open-file.ts';
import { useClientState } from '#web/state/client-state.ts';

/** A file that the user has chosen, until the import is stored. */
export type ChosenFile =
  | { readonly step: 'reading'; readonly name: string }
  | { readonly step: 'refused'; readonly name: string; readonly hint: string }
  | {
      readonly step: 'ready';
      readonly name: string;
      readonly file: OpenFile;
      readonly preview: FilePreview;
    };

interface UseChosenFile {
  readonly chosen: ChosenFile | null;
  readonly choose: (file: File) => void;
  readonly drop: () => void;
}

/** The key of a file that the user has dropped on another page. The import page takes it over for its own history entry. */
export const DROPPED_FILE = 'dropped';

const NOT_READABLE =
  "The file couldn't be read. It may have been moved or be a folder, or this device has not enough memory.";

/** Keeps the file for this history entry, so that the file is read again when Back returns from another page. */
export function useChosenFile(): UseChosenFile {
  const { report } = useServices();
  const { importFiles } = useClientState();
  const { key } = useLocation();
  const [chosen, setChosen] = useState<ChosenFile | null>(() => {
    const kept = importFiles.get(DROPPED_FILE) ?? importFiles.get(key);
    return kept === undefined ? null : { step: 'reading', name: kept.name };
  });
  const open = useRef<OpenFile>(null);
  const drop = () => {
    open.current?.close();
    open.current = null;
    importFiles.delete(key);
    setChosen(null);
  };
  const read = async (file: File) => {
    open.current?.close();
    const opened = openFile();
    open.current = opened;
    const { name } = file;
    let next: ChosenFile;
    try {
      const preview = await opened.call('read', file);
      next =
        'refused' in preview
          ? { step: 'refused', name, hint: preview.hint }
          : { step: 'ready', name, file: opened, preview };
    } catch (error) {
      if (open.current === opened) report('A file could not be read.', error);
      next = { step: 'refused', name, hint: NOT_READABLE };
    }
    if (open.current !== opened) return;
    setChosen(next);
    if (next.step === 'refused') opened.close();
  };
  const readKept = useEffectEvent(() => {
    const dropped = importFiles.get(DROPPED_FILE);
    if (dropped !== undefined) importFiles.set(key, dropped);
    importFiles.delete(DROPPED_FILE);
    const kept = importFiles.get(key);
    if (kept !== undefined) void read(kept);
  });
  useEffect(() => {
    readKept();
    return () => {
      open.current?.close();
      open.current = null;
    };
  }, []);
  return {
    chosen,
    choose: (file) => {
      importFiles.set(key, file);
      setChosen({ step: 'reading', name: file.name });
      void read(file);
    },
    drop,
  };
}
