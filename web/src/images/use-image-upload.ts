import type { ObjectKind } from '@foldmark/library/entities/collections';
import { MESSAGES } from '@foldmark/contract/messages';
import { useEffect, useReducer, useRef, type ActionDispatch } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { ImagePlace } from '#web/sync/changes/actions.ts';
import { useActions, useIsOnline } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';

import { NOT_READABLE } from './image-plan.ts';
import { FileRejectedError, prepareImage } from './prepare-image.ts';
import {
  isBusy,
  nextUpload,
  NOTHING_SELECTED,
  type Selected,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts';

export interface ImageUpload {
  readonly state: UploadState;
  /** Whether a request is under way. */
  readonly isBusy: boolean;
  /** Without a network, no file can be selected or uploaded. */
  readonly isOffline: boolean;
  readonly select: (file: File) => void;
  readonly upload: () => void;
  readonly cancel: () => void;
  readonly remove: () => void;
  /** Uploads the selected file, if any. If that failed, `state` has the errors. Offline, the file stays selected. */
  readonly finish: () => Promise<'done' | 'failed' | 'offline'>;
}

type Dispatch = ActionDispatch<[UploadEvent]>;

/** Changes the image of a link or folder: selects, prepares, uploads and saves a file. Unmounting cancels the upload. */
export function useImageUpload(kind: ObjectKind, of: Key): ImageUpload {
  const [state, dispatch] = useReducer(nextUpload, NOTHING_SELECTED);
  const isOffline = !useIsOnline();
  const { begin, abort } = useLatestRun();
  const select = useSelect(kind, begin, dispatch);
  const upload = useUpload(kind, of, begin, dispatch);
  const setImage = useSetImage(kind, of);

  const remove = async () => {
    begin();
    dispatch({ type: 'removing' });
    const error = await setImage(null);
    dispatch(error === null ? { type: 'removed' } : { type: 'notRemoved', errors: error.messages });
  };

  const busy = isBusy(state);
  return {
    state,
    isBusy: busy,
    isOffline,
    select: (file) => {
      if (!busy && !isOffline) void select(file);
    },
    upload: () => {
      if (isOffline) return;
      if (state.step === 'selected') void upload(state.selected);
      else dispatch({ type: 'started' });
    },
    cancel: () => {
      abort();
      dispatch({ type: 'cancelled' });
    },
    remove: () => {
      if (!busy) void remove();
    },
    finish: async () => {
      if (state.step !== 'selected') return 'done';
      if (isOffline) return 'offline';
      return (await upload(state.selected)) ? 'done' : 'failed';
    },
  };
}

interface LatestRun {
  /** Aborts the previous run and returns the signal of the new one. */
  readonly begin: () => AbortSignal;
  readonly abort: () => void;
}

/** Allows one run at a time. Unmounting aborts it. */
function useLatestRun(): LatestRun {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    begin: () => {
      running.current?.abort();
      running.current = new AbortController();
      return running.current.signal;
    },
    abort: () => running.current?.abort(),
  };
}

/** Prepares a picked file for the upload. */
function useSelect(kind: ObjectKind, begin: LatestRun['begin'], dispatch: Dispatch) {
  const { uploads, report } = useServices();
  return async (file: File): Promise<void> => {
    const signal = begin();
    dispatch({ type: 'picked', name: file.name });
    uploads.prepare();
    try {
      const image = await prepareImage(file);
      if (signal.aborted) return;
      dispatch({ type: 'prepared', image, place: uploads.newPlace(kind, image.extension) });
    } catch (error) {
      if (signal.aborted) return;
      const isRejected = error instanceof FileRejectedError;
      if (!isRejected) report("The image couldn't be prepared.", error);
      dispatch({ type: 'rejected', message: isRejected ? error.message : NOT_READABLE });
    }
  };
}

/** Uploads a prepared file and saves its key in the link or folder. Returns whether both succeeded. */
function useUpload(kind: ObjectKind, of: Key, begin: LatestRun['begin'], dispatch: Dispatch) {
  const { uploads, report } = useServices();
  const setImage = useSetImage(kind, of);
  return async ({ image, place, hasArrived }: Selected): Promise<boolean> => {
    const signal = begin();
    dispatch({ type: 'started' });
    const onProgress = (part: number): void => {
      if (!signal.aborted) dispatch({ type: 'progressed', part });
    };
    try {
      if (!hasArrived) await uploads.put(place, image.blob, { onProgress, signal });
      if (signal.aborted) return false;
      dispatch({ type: 'arrived' });
      const error = await setImage(place);
      if (error !== null) throw error;
      dispatch({ type: 'saved' });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      report("The image couldn't be uploaded.", error);
      dispatch({ type: 'failed', errors: messagesOf(error) });
      return false;
    }
  };
}

/** The specification has a single text for all failures. Only an exceeded quota adds its own message. */
function messagesOf(error: unknown): readonly string[] {
  const isQuotaExceeded = error instanceof ApiError && error.is('tooManyUploads');
  return isQuotaExceeded ? [MESSAGES.uploadFailed, ...error.messages] : [MESSAGES.uploadFailed];
}

/** Returns a function that saves the image, and returns its error or null. */
function useSetImage(kind: ObjectKind, of: Key): (place: ImagePlace | null) => Promise<ApiError | null> {
  const { setLinkImage, setFolderImage } = useActions();
  const announce = useAnnounce();
  const set = kind === 'link' ? setLinkImage : setFolderImage;
  return async (place) => {
    const gesture = set(of, place, { isAwaited: true });
    const outcome = await gesture.outcome;
    if (!outcome.ok) return outcome.error;
    announce(place === null ? 'Image removed.' : 'Image changed.', gesture);
    return null;
  };
}
