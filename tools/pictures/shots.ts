import type { BrowserPage } from '#tools/support/browsers.ts';

import { BOOKMARKS, bookmarksFile, DUPLICATES, type Folders } from './bookmarks-file.ts';

export interface Shot {
  /** The name of the file in docs/images, without its extension. */
  readonly file: string;
  readonly path: string;
  readonly theme: 'light' | 'dark';
  readonly isPhone?: boolean;
  readonly isSignedOut?: boolean;
  /** Leads from the opened path to what the picture shows. */
  readonly prepare?: (page: BrowserPage) => Promise<void>;
}

/** The pictures of README. The last one changes the library. */
export const SHOTS: readonly Shot[] = [
  { file: 'landing', path: '/', theme: 'light', isSignedOut: true },
  { file: 'list-dark', path: '/', theme: 'dark' },
  { file: 'folder-light', path: '/', theme: 'light', prepare: async (page) => openFolder(page, 'Cooking') },
  { file: 'cards', path: '/recent', theme: 'light', prepare: showCards },
  { file: 'details', path: '/', theme: 'light', prepare: showDetails },
  {
    file: 'search',
    path: '/',
    theme: 'dark',
    prepare: async (page) => {
      await page.getByRole('searchbox', { name: 'search my links' }).fill('wiki bread');
      await page.getByRole('button', { name: 'Sort: Best match' }).waitFor();
    },
  },
  {
    file: 'quick-open',
    path: '/',
    theme: 'light',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('bread');
      await page.getByText(/found$/).waitFor();
    },
  },
  {
    file: 'import-preview',
    path: '/import',
    theme: 'light',
    prepare: async (page) => chooseFile(page, BOOKMARKS),
  },
  { file: 'phone', path: '/recent', theme: 'dark', isPhone: true, prepare: showCards },
  {
    file: 'duplicates',
    path: '/import',
    theme: 'light',
    prepare: async (page) => {
      await chooseFile(page, DUPLICATES);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('link', { name: /^Review/ }).click();
      // Without the message that the import is done.
      await page.reload();
      await page.getByRole('list', { name: 'Groups by what they differ in' }).waitFor();
    },
  },
];

async function openFolder(page: BrowserPage, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function showCards(page: BrowserPage): Promise<void> {
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('menuitemradio', { name: 'Cards' }).click();
}

async function showDetails(page: BrowserPage): Promise<void> {
  await openFolder(page, 'Bread');
  await page.getByRole('row', { name: /The Sourdough Framework/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('complementary', { name: 'Details' }).getByText('A free book').waitFor();
}

async function chooseFile(page: BrowserPage, folders: Folders): Promise<void> {
  const buffer = Buffer.from(bookmarksFile(folders));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer });
  await page
    .getByRole('heading', { name: 'bookmarks.html' })
    .or(page.getByText('bookmarks.html'))
    .first()
    .waitFor();
}
