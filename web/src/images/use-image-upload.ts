import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { MESSAGES } from '@foldmark/contract/messages';
import { useEffect, useReducer, useRef } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { ImagePlace } from '#web/sync/mutations/actions/context.ts';
import { useActions } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';

import { NOT_READABLE } from './image-plan.ts';
import { FileRefused, prepareImage } from './prepare-image.ts';
import { isBusy, nextUpload, NOTHING_SELECTED, type Selected, type UploadState } from './upload-state.ts';

export interface ImageUpload {
  readonly state: UploadState;
  /** Something is on its way to a server. */
  readonly isBusy: boolean;
  readonly select: (file: File) => void;
  readonly upload: () => void;
  readonly cancel: () => void;
  readonly remove: () => void;
  /** Uploads what is still selected. False where that did not come to its end; the state says why. */
  readonly finish: () => Promise<boolean>;
}

/** The image of a link or a folder, from the file to the record. Who goes away has cancelled. */
export function useImageUpload(kind: ObjectKind, of: Key): ImageUpload {
  const { uploads, report } = useServices();
  const setImage = useSetImage(kind, of);
  const [state, dispatch] = useReducer(nextUpload, NOTHING_SELECTED);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Ends what came before. */
  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  const select = async (file: File) => {
    const signal = begin();
    dispatch({ type: 'picked', name: file.name });
    uploads.prepare();
    try {
      const image = await prepareImage(file);
      if (signal.aborted) return;
      dispatch({ type: 'prepared', image, place: uploads.newPlace(kind, image.extension) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FileRefused)) report('The image could not be prepared.', error);
      dispatch({ type: 'refused', message: error instanceof FileRefused ? error.message : NOT_READABLE });
    }
  };

  const upload = async ({ image, place, hasArrived }: Selected): Promise<boolean> => {
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
      report('The image could not be uploaded.', error);
      dispatch({ type: 'failed', errors: reasonsOf(error) });
      return false;
    }
  };

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
    select: (file) => {
      if (!busy) void select(file);
    },
    upload: () => {
      if (state.step === 'selected') void upload(state.selected);
      else dispatch({ type: 'started' });
    },
    cancel: () => {
      running.current?.abort();
      dispatch({ type: 'cancelled' });
    },
    remove: () => {
      if (!busy) void remove();
    },
    finish: async () => (state.step === 'selected' ? upload(state.selected) : true),
  };
}

/** The specification has one text for whatever fails; a used-up quota is the one cause that a person should know. */
function reasonsOf(error: unknown): readonly string[] {
  const isUsedUp = error instanceof ApiError && error.failure === 'tooManyUploads';
  return isUsedUp ? [MESSAGES.uploadFailed, ...error.messages] : [MESSAGES.uploadFailed];
}

/** Answers what was wrong, where something was. */
function useSetImage(kind: ObjectKind, of: Key): (place: ImagePlace | null) => Promise<ApiError | null> {
  const { setLinkImage, setFolderImage } = useActions();
  const set = kind === 'link' ? setLinkImage : setFolderImage;
  return async (place) => {
    const outcome = await set(of, place, { isAwaited: true });
    return outcome.ok ? null : outcome.error;
  };
}
