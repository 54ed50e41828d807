import { expect, type Locator, type Page } from '@playwright/test';

import { ANNOUNCER, expectNoViolationsInBothThemes } from './axe.ts';
import {
  addManyFolders,
  boxOf,
  folder,
  link,
  members,
  openLibrary,
  parentOf,
  rootZone,
  showDropDataInTitle,
  tree,
} from './dragging.ts';
import { test } from './fixtures.ts';

/** An object that the bucket contains from the start. */
const IMAGE = 'dev/uploads/folders/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const BUCKET = 'foldmark-local';

/** Drags a row with the mouse over another without dropping it. Moves in several steps, like a hand. */
async function dragOver(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover({ position: { x: 90, y: 12 } });
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 4 });
  await hoverWhileDragging(page, to);
}

async function hoverWhileDragging(page: Page, to: Locator): Promise<void> {
  // The drag has begun.
  await expect(page.getByRole('button', { name: /^(Add to|Move into) / }).first()).toBeAttached();
  await to.scrollIntoViewIfNeeded();
  // A drawer that starts to slide in is still for some frames.
  await expect(to).toBeInViewport({ ratio: 0.9 });
  const box = await boxOf(to);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
}

test.describe('by mouse', () => {
  test('a link dropped on a folder is added to it, and Undo removes it', async ({ page }) => {
    const { call, home } = await openLibrary(page);
    await dragOver(page, link(page, 'a.invalid'), folder(page, 'Home'));
    await expect(rootZone(page)).toHaveCount(0);
    await page.mouse.up();
    // A hovered message stays open.
    await page.getByText('Link added to Home.').hover();
    await expect(folder(page, 'Home')).toHaveText(/1/);
    await expect.poll(async () => members(call)).toEqual([home]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => members(call)).toEqual([]);
  });

  test('a link dropped on Favorites is starred, and a folder dropped on Trash leaves its page', async ({
    page,
  }) => {
    const { call, home } = await openLibrary(page);
    const place = (name: string) =>
      page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name });
    await dragOver(page, link(page, 'a.invalid'), place('Favorites'));
    await page.mouse.up();
    await expect(page.getByText('Link added to favorites.')).toBeVisible();
    await expect(place('Favorites')).toHaveText('Favorites1');
    await folder(page, 'Home').getByRole('link').click();
    await expect(page).toHaveURL(`/folders/${home}`);
    await dragOver(page, folder(page, 'Home'), place('Trash'));
    await page.mouse.up();
    await expect(page.getByText('Home moved to the trash.')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect.poll(async () => (await call('/folders/get/', { folder_id: home })).status_id).toBe(2);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Home moved to the trash.' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(folder(page, 'Home')).toBeVisible();
  });

  test('the drag data has the kind as text and the id as JSON', async ({ page }) => {
    await openLibrary(page);
    await showDropDataInTitle(page);
    await dragOver(page, link(page, 'a.invalid'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page).toHaveTitle(/^link {"link_id":\d+}$/);
    await dragOver(page, folder(page, 'Work'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page).toHaveTitle(/^folder {"folder_id":\d+}$/);
  });

  test('selected links are dragged together', async ({ page }) => {
    const { call, home } = await openLibrary(page);
    await page.getByRole('checkbox', { name: 'Select a.invalid' }).click();
    await page.getByRole('checkbox', { name: 'Select c.invalid' }).click();
    await dragOver(page, link(page, 'c.invalid'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page.getByText('2 links added to Home.')).toBeVisible();
    await expect.poll(async () => members(call)).toEqual([home, home]);
  });

  test('a folder dropped on another moves into it, and a drop on either root zone moves it to the root', async ({
    page,
  }) => {
    const { call, home, clients } = await openLibrary(page);
    await dragOver(page, folder(page, 'Clients'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page.getByText('Clients moved to Home.')).toBeVisible();
    await expect.poll(async () => parentOf(call, clients)).toBe(home);
    await page.getByRole('button', { name: 'Expand Home' }).click();
    await dragOver(page, folder(page, 'Clients'), rootZone(page).first());
    await page.mouse.up();
    await expect(folder(page, 'Clients')).toHaveAttribute('aria-level', '1');
    await expect.poll(async () => parentOf(call, clients)).toBe(0);
    await expect(rootZone(page)).toHaveCount(0);
    await dragOver(page, folder(page, 'Clients'), folder(page, 'Home'));
    await page.mouse.up();
    await expect.poll(async () => parentOf(call, clients)).toBe(home);
    await dragOver(page, folder(page, 'Clients'), rootZone(page).last());
    await page.mouse.up();
    await expect.poll(async () => parentOf(call, clients)).toBe(0);
  });

  test('a folder dropped on itself stays, and a drop on its sub-folder is refused without a request', async ({
    page,
  }) => {
    await openLibrary(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/update-parent')) requests.push(request.url());
    });
    await dragOver(page, folder(page, 'Work'), folder(page, 'Work'));
    await page.mouse.up();
    await expect(rootZone(page)).toHaveCount(0);
    await dragOver(page, folder(page, 'Work'), folder(page, 'Clients'));
    await page.mouse.up();
    await expect(page.getByText("Work can't be moved into Clients.")).toBeVisible();
    await expect(folder(page, 'Clients')).toHaveAttribute('aria-level', '2');
    expect(requests).toEqual([]);
  });

  test("the sub-folders on a folder's page are opened, dropped on and dragged like the tree's rows", async ({
    page,
  }) => {
    const { call, work, clients } = await openLibrary(page);
    const links = await call('/links/list/', {});
    for (const { link_id } of links.slice(0, 2))
      await call('/folders/add-link/', { folder_id: work, link_id });
    const { folder_id: acme } = await call('/folders/create/', { name: 'Acme', parent_folder_id: work });
    await folder(page, 'Work').getByRole('link').click();
    const rows = page.getByRole('main').getByRole('row');
    await expect(rows).toHaveText([/^Acme0 links$/, /^Clients0 links$/, /^a\.invalid/, /^b\.invalid/]);
    await expect(page.getByRole('status').filter({ hasText: '2 links, 2 folders' })).toBeVisible();
    await expect(folder(page, 'Work')).toHaveText(/Work2$/);

    await dragOver(page, link(page, 'b.invalid'), link(page, 'Clients'));
    await page.mouse.up();
    await expect(page.getByText('Link added to Clients.')).toBeVisible();
    await expect(link(page, 'Clients')).toHaveText(/1 link$/);
    await expect.poll(async () => members(call)).toContain(clients);

    await dragOver(page, link(page, 'Acme'), link(page, 'Clients'));
    await page.mouse.up();
    await expect(page.getByText('Acme moved to Clients.')).toBeVisible();
    await expect(rows.first()).toHaveText(/^Clients1 link, 1 folder$/);
    await expect.poll(async () => parentOf(call, acme)).toBe(clients);

    await dragOver(page, link(page, 'Clients'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(rows).toHaveText([/^a\.invalid/, /^b\.invalid/]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(rows).toHaveCount(3);

    // All rows can be selected, and a folder with nothing but sub-folders is not empty.
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(page.getByText('1 folder and 2 links selected')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move to folder' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove from folder' })).toHaveCount(0);
    await link(page, 'Clients').getByRole('link', { name: 'Clients' }).click();
    await expect(rows).toHaveText([/^Acme0 links$/, /^b\.invalid/]);
    await call('/folders/remove-link/', { folder_id: clients, link_id: links[1]?.link_id ?? 0 });
    await expect(page.getByRole('status').filter({ hasText: '0 links, 1 folder' })).toBeVisible();
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(path.getByRole('listitem')).toHaveText(['All Items', 'Work', 'Clients', 'Acme']);
    await expect(path.locator('[aria-current=page]')).toHaveText('Acme');
    await expect(path.getByText('Acme')).toHaveCount(1);
  });

  test('a folder expands when a drag hovers it', async ({ page }) => {
    const { call, clients } = await openLibrary(page);
    await page.getByRole('button', { name: 'Collapse Work' }).click();
    await dragOver(page, link(page, 'b.invalid'), folder(page, 'Work'));
    await hoverWhileDragging(page, folder(page, 'Clients'));
    await page.mouse.up();
    await expect.poll(async () => members(call)).toEqual([clients]);
  });

  test('a collapsed tree or drawer opens for the duration of a drag', async ({ page }) => {
    await openLibrary(page);
    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await expect(tree(page)).toHaveCount(0);
    await dragOver(page, link(page, 'a.invalid'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page.getByText('Link added to Home.')).toBeVisible();
    await expect(tree(page)).toHaveCount(0);

    // In a narrow window, the drawer with the tree opens too.
    await page.setViewportSize({ width: 700, height: 800 });
    await dragOver(page, link(page, 'b.invalid'), folder(page, 'Home'));
    await page.mouse.up();
    await expect(page.getByText('Link added to Home.')).toHaveCount(2);
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0);
  });

  test('a long tree scrolls when the drag reaches its edge', async ({ page }) => {
    const { call } = await openLibrary(page);
    await addManyFolders(call);
    const last = folder(page, 'Work');
    await dragOver(page, link(page, 'a.invalid'), folder(page, 'Home'));
    const box = await boxOf(tree(page));
    await expect(async () => {
      // Browsers send drag events only while the mouse moves.
      await page.mouse.move(box.x + 60, box.y + box.height - 4);
      await page.mouse.move(box.x + 61, box.y + box.height - 5);
      await expect(last).toBeInViewport({ timeout: 100 });
    }).toPass({ timeout: 30_000 });
    await hoverWhileDragging(page, last);
    await page.mouse.up();
    await expect(page.getByText('Link added to Work.')).toBeVisible();
  });

  test('if the server refuses a drop, it is rolled back with a message and a retry button', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 409/);
    await openLibrary(page);
    await page.route('**/api/folders/update-parent/', async (route) =>
      route.fulfill({ status: 409, json: { primary_error: 'It moved meanwhile.' } }),
    );
    await dragOver(page, folder(page, 'Home'), folder(page, 'Work'));
    await page.mouse.up();
    await expect(page.getByText("Couldn't move the folder.")).toBeVisible();
    await expect(page.getByText('It moved meanwhile.')).toBeVisible();
    await expect(folder(page, 'Home')).toHaveAttribute('aria-level', '1');
  });
});

test('the card of a dragged folder has its image at once', async ({ page }) => {
  const { call, home } = await openLibrary(page);
  await call('/folders/update-image/', { folder_id: home, s3_bucket: BUCKET, s3_key: IMAGE });
  const image = folder(page, 'Home').locator('img');
  await expect
    .poll(async () => image.evaluate((element) => 'naturalWidth' in element && element.naturalWidth))
    .not.toBe(0);
  await page.evaluate(`{
    const set = DataTransfer.prototype.setDragImage;
    DataTransfer.prototype.setDragImage = function (card, ...place) {
      const { complete, naturalWidth, decoding } = card.querySelector('img');
      // A picture of the card is taken now, so the image must not be decoded later.
      const isReady = complete && naturalWidth > 0 && decoding === 'sync';
      document.title = isReady ? 'with image' : 'without image';
      set.call(this, card, ...place);
    };
  }`);
  await dragOver(page, folder(page, 'Home'), folder(page, 'Work'));
  await expect(page).toHaveTitle('with image');
  await page.mouse.up();
});

test.describe('by keyboard', () => {
  test('a drag begins at the first folder, and shows its keys', async ({ page }) => {
    const { call } = await openLibrary(page);
    await addManyFolders(call);
    await expect(folder(page, 'Inbox 10')).toBeVisible();
    // Other folders are beside a row that is far down.
    for (let number = 0; number < 8; number += 1) await call('/links/create/', { url: `z${number}.invalid` });
    await link(page, 'z7.invalid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter', { delay: 150 });
    await expect(page.getByRole('button', { name: 'Add to Home' })).toBeFocused();
    await expect(page.getByText('Tab next folder')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Add to Inbox 10' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Tab next folder')).toHaveCount(0);
  });

  test('a link is added to a folder', async ({ page }) => {
    const { call, work } = await openLibrary(page);
    await link(page, 'a.invalid').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Drag a.invalid' })).toBeFocused();
    // A real key press takes some time.
    await page.keyboard.press('Enter', { delay: 150 });
    await tabTo(page, 'Add to Work');
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('Enter');
    await expect(page.getByText('Link added to Work.')).toBeVisible();
    await expect.poll(async () => members(call)).toEqual([work]);
    await expect(page.getByRole('button', { name: 'Drag a.invalid' })).toBeFocused();

    // Without a visible tree, rows have no drag handle.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Drag a.invalid' })).toHaveCount(0);
    await link(page, 'a.invalid').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('checkbox', { name: 'Select a.invalid' })).toBeFocused();
  });

  test('a link that another device moves to the trash meanwhile is not added, and the focus stays in the list', async ({
    page,
  }) => {
    const { call } = await openLibrary(page);
    await call('/links/create/', { url: 'z.invalid' });
    const [first] = await call('/links/list/', {});
    await link(page, 'a.invalid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter', { delay: 150 });
    await tabTo(page, 'Add to Work');
    await call('/links/update/', { link_id: first?.link_id ?? 0, url: 'https://a.invalid', status_id: 2 });
    await expect(link(page, 'a.invalid')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Another tab or device has moved this to the trash.')).toBeVisible();
    await expect(page.locator('[data-row]:focus')).toHaveCount(1);
    expect(await members(call)).toEqual([]);
  });

  test('a folder moves to the root, and Escape cancels the drag', async ({ page }) => {
    const { call, work, clients } = await openLibrary(page);
    await folder(page, 'Clients').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Drag Clients' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, 'Move into Home');
    await page.keyboard.press('Escape');
    await expect(rootZone(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Drag Clients' })).toBeFocused();
    expect(await parentOf(call, clients)).toBe(work);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Move into root');
    await page.keyboard.press('Enter');
    await expect.poll(async () => parentOf(call, clients)).toBe(0);
  });
});

/** Presses Tab until the drop target has the focus. Targets are ordered by distance. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  await expect(target).toHaveCount(1);
  await expect(async () => {
    if (!(await target.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}
