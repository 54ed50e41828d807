import { expect, test } from 'vitest';

import { noteOf, tabPage } from './tab-page.ts';

test('the title of the tab is cleaned, because pages can disguise it', () => {
  expect(tabPage({ url: 'https://a.example/', title: ' A\u202e \n title ' })).toEqual({
    kind: 'page',
    url: 'https://a.example/',
    title: 'A title',
  });
});

test('the place of a text that a search has found is not part of the page', () => {
  expect(tabPage({ url: 'https://a.example/#b:~:text=c', title: 'A' })).toMatchObject({
    url: 'https://a.example/#b',
  });
});

test('a title that is only the url is no name', () => {
  expect(tabPage({ url: 'https://a.example/x.pdf', title: 'https://a.example/x.pdf' })).toMatchObject({
    title: '',
  });
});

test.each([
  [{}, 'belongs to your browser'],
  [{ url: 'chrome://settings', title: 'Settings' }, 'belongs to your browser'],
  [{ url: 'about:blank' }, 'belongs to your browser'],
  [{ url: 'javascript:alert(1)' }, 'belongs to your browser'],
  [{ url: 'file:///home/ada/a.html' }, 'a file on your computer'],
  [{ url: `https://a.example/${'x'.repeat(8192)}` }, 'too long'],
])('a page that no other browser can open says so: %j', (tab, why) => {
  expect(tabPage(tab)).toMatchObject({ kind: 'unsavable', why: expect.stringContaining(why) });
});

test('a selection becomes a note that is not too long and does not end in half a character', () => {
  expect(noteOf('  two\nlines ')).toBe('two\nlines');
  expect(noteOf(`${'x'.repeat(3999)}😀`)).toBe('x'.repeat(3999));
});
