import { expect, type Page } from '@playwright/test';

import deployed from '../../deploy/environments.json' with { type: 'json' };
import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';

const ORIGIN = `https://${deployed.prod.hosts[0] ?? ''}`;

interface Screen {
  readonly path: string;
  readonly title: string;
  readonly canonical: string;
  /** Search engines should not list it. */
  readonly isUnlisted?: boolean;
}

const FOR_ALL: readonly Screen[] = [
  { path: '/forgot/', title: 'Forgot?', canonical: '/forgot' },
  { path: '/policy?from=mail#top', title: 'Terms of Service and Privacy Policy', canonical: '/policy' },
  { path: '/email-action', title: 'Email', canonical: '/email-action', isUnlisted: true },
];

/** All values of each tag in the document's head, so that tags of the previous screen would show. */
async function headOf(page: Page) {
  const all = async (selector: string, attribute: string) =>
    page
      .locator(`head ${selector}`)
      .evaluateAll((found, name) => found.map((element) => element.getAttribute(name)), attribute);
  const meta = async (name: string) => all(`meta:is([name="${name}"], [property="${name}"])`, 'content');
  return {
    canonical: await all('link[rel=canonical]', 'href'),
    robots: await meta('robots'),
    title: await meta('og:title'),
    image: await meta('og:image'),
    card: await meta('twitter:card'),
    site: await meta('og:site_name'),
  };
}

/** Navigates like the back button, without a page load, and checks the head of each screen. */
async function expectHeads(page: Page, screens: readonly Screen[]): Promise<void> {
  const descriptions = new Map<string, string | null>();
  for (const { path, title, canonical, isUnlisted = false } of screens) {
    await page.evaluate(
      `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await expect(page, path).toHaveTitle(title);
    // The app replaces the title of index.html.
    await expect
      .poll(async () => headOf(page), path)
      .toEqual({
        canonical: [`${ORIGIN}${canonical}`],
        robots: isUnlisted ? ['noindex'] : [],
        title: [title],
        image: [`${ORIGIN}/preview.png`],
        card: ['summary_large_image'],
        site: ['Foldmark'],
      });
    const description = await page.locator('meta[name=description]').getAttribute('content');
    await expect(page.locator('meta[property="og:description"]'), path).toHaveAttribute(
      'content',
      description ?? '',
    );
    descriptions.set(canonical, description);
  }
  // Each screen has its own description.
  expect(new Set(descriptions.values()).size).toBe(descriptions.size);
}

test('each screen for visitors has its own metadata', async ({ page }) => {
  await page.goto('/policy');
  await expectHeads(page, [
    { path: '/?utm_source=mail', title: 'Foldmark', canonical: '/' },
    { path: '/login', title: 'Sign Up/Login', canonical: '/login' },
    ...FOR_ALL,
  ]);
  const preview = await page.request.get('/preview.png');
  expect(preview.headers()['content-type']).toBe('image/png');
});

test('a bot without scripts finds the metadata of a preview', async ({ request }) => {
  const page = await (await request.get('/links/1')).text();
  const metas = [...page.matchAll(/<meta[^>]*property="og:(\w+)"\s+content="([^"]*)"/g)];
  expect(Object.fromEntries(metas.map(([, name, content]) => [name, content]))).toEqual({
    site_name: 'Foldmark',
    title: 'Foldmark',
    description: expect.stringContaining('Save your links'),
    image: `${ORIGIN}/preview.png`,
  });
});

test('each screen for members has its own metadata', async ({ page }) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Reading & <more>' });
  const { link_id } = await call('/links/create/', { url: 'one.invalid/page' });
  await login(page, account, '/settings');
  const folder = `/folders/${folder_id}`;
  const link = `/links/${link_id}`;
  await expectHeads(page, [
    { path: '/', title: 'Foldmark', canonical: '/' },
    { path: folder, title: 'Reading & <more>', canonical: folder },
    { path: '/folders', title: 'Foldmark', canonical: '/' },
    { path: '/recent', title: 'Recently added', canonical: '/recent' },
    { path: '/duplicates', title: 'Duplicates', canonical: '/duplicates' },
    { path: '/folders/favorites', title: 'Favorites', canonical: '/folders/favorites' },
    { path: '/folders/trash', title: 'Trash', canonical: '/folders/trash' },
    { path: link, title: 'one.invalid/page', canonical: link },
    { path: '/links/create?url=a.invalid', title: 'Add Url', canonical: '/links/create', isUnlisted: true },
    { path: '/search?q=one', title: 'Search', canonical: '/search', isUnlisted: true },
    { path: '/settings', title: 'Settings', canonical: '/settings' },
    { path: '/connect?user_code=x', title: 'Connect an app', canonical: '/connect', isUnlisted: true },
    { path: '/folders/999', title: 'Page not found', canonical: '/folders/999', isUnlisted: true },
    { path: '/', title: 'Foldmark', canonical: '/' },
    ...FOR_ALL,
  ]);
});
