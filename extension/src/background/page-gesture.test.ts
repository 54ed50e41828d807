import type { SavedPage } from '#extension/pages/page-state.ts';
import { newLink } from '@foldmark/library/entities/new-link';
import { expect, test } from 'vitest';

import { pageGesture } from './page-gesture.ts';

const PAGE = { url: 'https://a.example/', title: 'A', note: '' };
const NONE = { saved: null, trashed: null };
const newRef = (): number => -1;

function link(note = ''): SavedPage {
  const record = { ...newLink(7, PAGE.url), note, created_at: 0, updated_at: 0 };
  return { link: 7, record, folders: [], isFavorite: false, isWaiting: false };
}

test('an unknown page is saved, with the selection as note', () => {
  const { gesture, text } = pageGesture({ ...PAGE, note: ' Quote ' }, NONE, newRef);
  expect(text).toBe('Saved.');
  expect(gesture?.changes).toEqual([
    { kind: 'link.create', ref: -1, url: PAGE.url },
    { kind: 'link.set', link_id: -1, name: 'A', note: 'Quote' },
  ]);
});

test('a saved page is not saved again', () => {
  expect(pageGesture(PAGE, { saved: link(), trashed: null }, newRef)).toEqual({
    text: 'Already saved.',
    gesture: null,
  });
});

test('a selection on a saved page is added below its note, unless the other device has changed it', () => {
  const { gesture } = pageGesture({ ...PAGE, note: 'Quote' }, { saved: link('Mine'), trashed: null }, newRef);
  expect(gesture?.changes).toEqual([
    { kind: 'link.set', link_id: 7, note: 'Mine\n\nQuote', if: { note: 'Mine' } },
  ]);
});

test('a selection that the note has already changes nothing', () => {
  const { gesture } = pageGesture(
    { ...PAGE, note: 'Quote' },
    { saved: link('A Quote.'), trashed: null },
    newRef,
  );
  expect(gesture).toBeNull();
});

test('a selection without room in the note is refused', () => {
  const state = { saved: link('x'.repeat(3999)), trashed: null };
  expect(() => pageGesture({ ...PAGE, note: 'Quote' }, state, newRef)).toThrow('no room');
});

test('a page in the trash is restored', () => {
  const { gesture, text } = pageGesture(PAGE, { saved: null, trashed: link() }, newRef);
  expect(text).toBe('Restored from the trash.');
  expect(gesture?.changes).toEqual([{ kind: 'link.set', link_id: 7, status_id: 1, if: { status_id: 2 } }]);
});
