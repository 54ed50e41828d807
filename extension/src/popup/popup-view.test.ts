import { newLink } from '@foldmark/library/entities/new-link';
import { expect, test } from 'vitest';

import type { PageState, SavedPage } from '#extension/pages/page-state.ts';

import { notices, popupView } from './popup-view.ts';
import { tabPage } from './tab-page.ts';

const page = tabPage({ url: 'https://a.example/', title: 'A' });
const connection = { origin: 'https://foldmark.example', account: 'a', name: '', isEnded: false };
const state: PageState = { saved: null, trashed: null, waiting: 0, refused: 0, connection, isCopied: true };
const saved: SavedPage = {
  link: 5,
  record: { ...newLink(5, 'https://a.example/'), created_at: 0, updated_at: 0 },
  folders: [],
  isFavorite: false,
  isWaiting: false,
};
const ended = { ...connection, isEnded: true };

test('the form shows for a page that is not saved', () => {
  expect(popupView(page, state)).toEqual({ kind: 'unsaved', url: 'https://a.example/', title: 'A' });
});

test('a saved page shows its link, also if another copy of it is in the trash', () => {
  expect(popupView(page, { ...state, saved, trashed: { ...saved, link: 6 } })).toMatchObject({
    kind: 'saved',
    saved: { link: 5 },
  });
  expect(popupView(page, { ...state, trashed: saved })).toMatchObject({
    kind: 'trashed',
    saved: { link: 5 },
  });
});

test('without a connection, the popup offers to connect on every page', () => {
  const unsavable = tabPage({ url: 'chrome://settings' });
  expect(popupView(page, { ...state, connection: null })).toMatchObject({ action: 'connect' });
  expect(popupView(unsavable, { ...state, connection: null })).toMatchObject({ action: 'connect' });
  expect(popupView(unsavable, state)).toMatchObject({ kind: 'message', action: null });
});

test('a page can be saved after the connection has ended', () => {
  expect(popupView(page, { ...state, connection: ended }).kind).toBe('unsaved');
});

test('a blocked storage is told before anything else', () => {
  expect(popupView(page, null)).toMatchObject({
    kind: 'message',
    text: expect.stringContaining('storage'),
    action: null,
  });
});

const around = { isFull: false, isOnline: true, isLate: false } as const;
const textsOf = (input: Parameters<typeof notices>[0]) =>
  notices(input).map(({ text, action }) => [text, action?.does]);

test('changes that are sent at once are not told', () => {
  expect(notices({ ...around, state: { ...state, waiting: 1 } })).toEqual([]);
});

test.each([
  [{ isOnline: false }, "You're offline. 2 changes will be sent when you're back online.", undefined],
  [{ isLate: true }, "The server doesn't answer. 2 changes will be sent when it does.", 'send'],
])('waiting changes tell why they wait: %j', (input, text, does) => {
  expect(textsOf({ ...around, ...input, state: { ...state, waiting: 2 } })).toEqual([[text, does]]);
});

test('an ended connection offers to connect again, and says what happens to the changes', () => {
  expect(textsOf({ ...around, isLate: true, state: { ...state, waiting: 1, connection: ended } })).toEqual([
    ['Foldmark has ended the connection. 1 change will be sent when you connect again.', 'connect'],
  ]);
  expect(textsOf({ ...around, state: { ...state, connection: ended } })[0]?.[0]).toContain(
    'What you save is kept here',
  );
});

test('without a copy, the popup says that it may be wrong', () => {
  expect(textsOf({ ...around, state: { ...state, isCopied: false } })[0]?.[0]).toContain("isn't loaded yet");
});

test('refused changes and a full storage are told beside each other', () => {
  expect(
    textsOf({ ...around, isFull: true, state: { ...state, refused: 1 } }).map(([, does]) => does),
  ).toEqual([undefined, 'show']);
});
