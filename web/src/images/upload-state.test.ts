import { describe, expect, it } from 'vitest';

import { nextUpload, NOTHING_SELECTED, type UploadEvent, type UploadState } from './upload-state.ts';

const image = { name: 'a.png', blob: new Blob(['x'], { type: 'image/png' }), extension: 'png' };
const place = { bucket: 'images', key: 'dev/uploads/links/a.png' };

const PICK: UploadEvent = { type: 'picked', name: 'a.png' };
const PREPARED: UploadEvent = { type: 'prepared', image, place };
const START: UploadEvent = { type: 'started' };
const HALF: UploadEvent = { type: 'progressed', part: 0.5 };
const ARRIVED: UploadEvent = { type: 'arrived' };
const SAVED: UploadEvent = { type: 'saved' };
const FAILED: UploadEvent = { type: 'failed', errors: ['There was an error uploading your file.'] };
const CANCEL: UploadEvent = { type: 'cancelled' };
const REMOVE: UploadEvent = { type: 'removing' };

function after(...events: readonly UploadEvent[]): UploadState {
  return events.reduce(nextUpload, NOTHING_SELECTED);
}

describe('an upload', () => {
  it('prepares, uploads and saves the picked file, then clears it', () => {
    expect(after(PICK)).toEqual({ step: 'preparing', name: 'a.png' });
    expect(after(PICK, PREPARED)).toMatchObject({ step: 'selected', selected: { image, place }, errors: [] });
    expect(after(PICK, PREPARED, START)).toMatchObject({ step: 'uploading', part: 0 });
    expect(after(PICK, PREPARED, START, HALF)).toMatchObject({ step: 'uploading', part: 0.5 });
    expect(after(PICK, PREPARED, START, ARRIVED)).toMatchObject({ step: 'saving' });
    expect(after(PICK, PREPARED, START, ARRIVED, SAVED)).toEqual({
      step: 'idle',
      errors: [],
      notice: 'The image was changed.',
    });
  });

  it('without a file shows that one is required', () => {
    expect(after(START)).toMatchObject({ step: 'idle', errors: ['File Required'] });
  });

  it('of a rejected file shows the reason', () => {
    expect(after(PICK, { type: 'rejected', message: 'No.' })).toMatchObject({
      step: 'idle',
      errors: ['No.'],
    });
  });

  it('that failed keeps the file and can be retried', () => {
    const failed = after(PICK, PREPARED, START, HALF, FAILED);
    expect(failed).toMatchObject({
      step: 'selected',
      selected: { image, place },
      errors: ['There was an error uploading your file.'],
    });
    expect(nextUpload(failed, START)).toMatchObject({ step: 'uploading', part: 0, selected: { place } });
  });

  it('that arrived but was not saved only retries saving', () => {
    const failed = after(PICK, PREPARED, START, ARRIVED, FAILED);
    expect(failed).toMatchObject({ errors: ['There was an error uploading your file.'] });
    expect(nextUpload(failed, START)).toMatchObject({ step: 'saving' });
  });

  it('that was cancelled keeps the file and shows no error', () => {
    const cancelled = after(PICK, PREPARED, START, HALF, CANCEL);
    expect(cancelled).toMatchObject({ step: 'selected', errors: [] });
    for (const late of [HALF, ARRIVED, SAVED, FAILED]) expect(nextUpload(cancelled, late)).toBe(cancelled);
  });

  it.each([START, ARRIVED])('in progress ignores another file or a removal: %j', (event) => {
    const busy = after(PICK, PREPARED, START, event);
    for (const other of [PICK, PREPARED, REMOVE, START]) expect(nextUpload(busy, other)).toEqual(busy);
  });

  it('uses the file that was picked last', () => {
    expect(after(PICK, PREPARED, { type: 'picked', name: 'b.png' })).toEqual({
      step: 'preparing',
      name: 'b.png',
    });
  });
});

describe('a removal', () => {
  it('shows that the image was removed, or why not', () => {
    expect(after(REMOVE, { type: 'removed' })).toMatchObject({ notice: 'The image was removed.' });
    expect(after(REMOVE, { type: 'notRemoved', errors: ['No.'] })).toMatchObject({
      step: 'idle',
      errors: ['No.'],
    });
  });

  it('ignores a picked file', () => {
    expect(after(REMOVE, PICK)).toEqual({ step: 'removing' });
  });
});
