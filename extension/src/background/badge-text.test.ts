import { expect, test } from 'vitest';

import { commonBadge, pageBadge } from './badge-text.ts';

const page = { page: null, isPrivate: false, hasProblem: false } as const;
const common = { isEnded: false, refused: 0, waiting: 0, showsPages: true };

test.each([
  ['a saved page has a mark', { ...page, page: 'saved' }, '✓'],
  ['a page that waits to be sent has dots', { ...page, page: 'waiting' }, '…'],
  ['an unknown page leaves the badge of all tabs', page, undefined],
  ['a problem hides the mark of a saved page', { ...page, page: 'saved', hasProblem: true }, undefined],
  ['a private page shows nothing', { ...page, page: 'saved', isPrivate: true }, ''],
  ['a private page shows no problem', { ...page, isPrivate: true, hasProblem: true }, ''],
] as const)('%s', (_, facts, text) => {
  expect(pageBadge(facts)?.text).toBe(text);
});

test('the tooltip of a private page is the one of an unknown page', () => {
  expect(pageBadge({ ...page, page: 'saved', isPrivate: true })?.title).toBe(commonBadge(common).title);
});

test.each([
  ['nothing to tell shows nothing', common, '', 'Foldmark'],
  ['an ended connection', { ...common, isEnded: true, refused: 2 }, '!', 'connect again'],
  ['a refused change', { ...common, refused: 1 }, '!', "1 change couldn't be saved"],
  ['changes that wait are shown by their pages', { ...common, waiting: 3 }, '', 'Foldmark'],
  [
    'changes that wait, if pages have no badges',
    { ...common, waiting: 3, showsPages: false },
    '…',
    '3 changes not sent yet',
  ],
] as const)('the badge of all tabs: %s', (_, facts, text, title) => {
  const badge = commonBadge(facts);
  expect(badge.text).toBe(text);
  expect(badge.title).toContain(title);
});
