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
  it('goes from the file that was picked to the record that has it, and clears the file', () => {
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

  it('without a file says that one is required', () => {
    expect(after(START)).toMatchObject({ step: 'idle', errors: ['File Required'] });
  });

  it('of a file that is refused says why', () => {
    expect(after(PICK, { type: 'refused', message: 'No.' })).toMatchObject({ step: 'idle', errors: ['No.'] });
  });

  it('that failed on the way keeps the file, and begins again', () => {
    const failed = after(PICK, PREPARED, START, HALF, FAILED);
    expect(failed).toMatchObject({
      step: 'selected',
      selected: { image, place },
      errors: ['There was an error uploading your file.'],
    });
    expect(nextUpload(failed, START)).toMatchObject({ step: 'uploading', part: 0, selected: { place } });
  });

  it('that arrived and was not recorded is not sent again', () => {
    const failed = after(PICK, PREPARED, START, ARRIVED, FAILED);
    expect(failed).toMatchObject({ errors: ['There was an error uploading your file.'] });
    expect(nextUpload(failed, START)).toMatchObject({ step: 'saving' });
  });

  it('that was cancelled keeps the file and says nothing', () => {
    const cancelled = after(PICK, PREPARED, START, HALF, CANCEL);
    expect(cancelled).toMatchObject({ step: 'selected', errors: [] });
    for (const late of [HALF, ARRIVED, SAVED, FAILED]) expect(nextUpload(cancelled, late)).toBe(cancelled);
  });

  it.each([START, ARRIVED])('under way is not disturbed by another file or a removal: %j', (event) => {
    const busy = after(PICK, PREPARED, START, event);
    for (const other of [PICK, PREPARED, REMOVE, START]) expect(nextUpload(busy, other)).toEqual(busy);
  });

  it('is of the file that was picked last', () => {
    expect(after(PICK, PREPARED, { type: 'picked', name: 'b.png' })).toEqual({
      step: 'preparing',
      name: 'b.png',
    });
  });
});

describe('a removal', () => {
  it('says that the image is gone, or why it is not', () => {
    expect(after(REMOVE, { type: 'removed' })).toMatchObject({ notice: 'The image was removed.' });
    expect(after(REMOVE, { type: 'notRemoved', errors: ['No.'] })).toMatchObject({
      step: 'idle',
      errors: ['No.'],
    });
  });

  it('is not disturbed by a file', () => {
    expect(after(REMOVE, PICK)).toEqual({ step: 'removing' });
  });
});
