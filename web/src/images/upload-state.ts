import { MESSAGES } from '@foldmark/contract/messages';

import type { ImagePlace } from '#web/sync/changes/actions.ts';

import type { PreparedImage } from './prepare-image.ts';

/** A selected file and its upload location. A retry uses the same location. */
export interface Selected {
  readonly image: PreparedImage;
  readonly place: ImagePlace;
  /** The file is uploaded, but the link or folder does not refer to it yet. */
  readonly hasArrived: boolean;
}

export type UploadState =
  | { readonly step: 'idle'; readonly errors: readonly string[]; readonly notice: string }
  | { readonly step: 'preparing'; readonly name: string }
  | { readonly step: 'selected'; readonly selected: Selected; readonly errors: readonly string[] }
  /** `part` is the fraction of the file that was sent, from 0 to 1. */
  | { readonly step: 'uploading'; readonly selected: Selected; readonly part: number }
  | { readonly step: 'saving'; readonly selected: Selected }
  | { readonly step: 'removing' };

export type UploadEvent =
  | { readonly type: 'picked'; readonly name: string }
  | { readonly type: 'rejected'; readonly message: string }
  | { readonly type: 'prepared'; readonly image: PreparedImage; readonly place: ImagePlace }
  | { readonly type: 'started' }
  | { readonly type: 'progressed'; readonly part: number }
  | { readonly type: 'arrived' }
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly errors: readonly string[] }
  | { readonly type: 'cancelled' }
  | { readonly type: 'removing' }
  | { readonly type: 'removed' }
  | { readonly type: 'notRemoved'; readonly errors: readonly string[] };

export const NOTHING_SELECTED: UploadState = idle();

/** Ignores events that don't fit the current step, such as the progress of a cancelled upload. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'picked':
      return isBusy(state) ? state : { step: 'preparing', name: event.name };
    case 'rejected':
      return state.step === 'preparing' ? idle({ errors: [event.message] }) : state;
    case 'prepared':
      return state.step === 'preparing' ? selected({ ...event, hasArrived: false }) : state;
    case 'started':
      return started(state);
    case 'progressed':
      return state.step === 'uploading' ? { ...state, part: event.part } : state;
    case 'arrived':
      if (state.step !== 'uploading') return state;
      return { step: 'saving', selected: { ...state.selected, hasArrived: true } };
    case 'saved':
      return state.step === 'saving' ? idle({ notice: 'The image was changed.' }) : state;
    case 'failed':
      if (state.step !== 'uploading' && state.step !== 'saving') return state;
      return selected(state.selected, event.errors);
    case 'cancelled':
      return state.step === 'uploading' ? selected(state.selected) : state;
    case 'removing':
      return isBusy(state) ? state : { step: 'removing' };
    case 'removed':
      return state.step === 'removing' ? idle({ notice: 'The image was removed.' }) : state;
    case 'notRemoved':
      return state.step === 'removing' ? idle({ errors: event.errors }) : state;
  }
}

/** Whether a request is under way. */
export function isBusy({ step }: UploadState): boolean {
  return step === 'uploading' || step === 'saving' || step === 'removing';
}

function started(state: UploadState): UploadState {
  if (state.step === 'idle') return idle({ errors: [MESSAGES.fileRequired] });
  if (state.step !== 'selected') return state;
  return state.selected.hasArrived
    ? { step: 'saving', selected: state.selected }
    : { step: 'uploading', selected: state.selected, part: 0 };
}

function idle({
  errors = [],
  notice = '',
}: Partial<Extract<UploadState, { step: 'idle' }>> = {}): UploadState {
  return { step: 'idle', errors, notice };
}

function selected({ image, place, hasArrived }: Selected, errors: readonly string[] = []): UploadState {
  return { step: 'selected', selected: { image, place, hasArrived }, errors };
}
