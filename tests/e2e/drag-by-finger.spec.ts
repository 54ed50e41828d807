import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

import { newMember } from './accounts.ts';
import {
  addManyFolders,
  boxOf,
  folder,
  link,
  members,
  memberWithLibrary,
  openLibrary,
  parentOf,
  rootZone,
  titleAfterDrop,
  tree,
} from './dragging.ts';
import { login, test } from './fixtures.ts';
import { layLinks } from './lay-links.ts';

test.use({ hasTouch: true, isMobile: true });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Touches the screen as a finger does, through the browser's own reading of gestures. */
class Finger {
  readonly #browser: CDPSession;
  #at: Point = { x: 0, y: 0 };

  private constructor(browser: CDPSession) {
    this.#browser = browser;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async press(on: Locator): Promise<void> {
    this.#at = await middleOf(on);
    await this.#send('touchStart', [this.#at]);
  }

  /** Not in one step, and with the moments that a hand takes. */
  async moveBy(x: number, y: number): Promise<void> {
    const from = this.#at;
    for (const part of [0.25, 0.5, 0.75, 1]) {
      this.#at = { x: from.x + x * part, y: from.y + y * part };
      await this.#send('touchMove', [this.#at]);
    }
  }

  async moveTo(to: Locator): Promise<void> {
    const { x, y } = await middleOf(to);
    await this.moveBy(x - this.#at.x, y - this.#at.y);
  }

  /** Rests on a row until it is lifted, and takes it along. */
  async take(row: Locator): Promise<void> {
    await this.press(row);
    await expect(row).toHaveAttribute('data-lifted');
    await this.moveBy(20, 20);
  }

  async drop(on: Locator): Promise<void> {
    await this.moveTo(on);
    await expect(targetIn(on)).toHaveClass(/lit|refused/);
    await this.lift();
  }

  async pressAnother(x: number, y: number): Promise<void> {
    await this.#send('touchStart', [this.#at, { x, y }]);
  }

  async lift(): Promise<void> {
    await this.#send('touchEnd', []);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Point[]): Promise<void> {
    const touchPoints = at.map((point, id) => ({ ...point, id }));
    await this.#browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

const middleOf = async (of: Locator): Promise<Point> => {
  const { x, y, width, height } = await boxOf(of);
  return { x: x + width / 2, y: y + height / 2 };
};

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Navigation' });

/** What takes a drop on a row, there for as long as something is dragged. */
const targetIn = (on: Locator) => on.getByRole('button', { name: /^(Add to|Move into) / });

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('a link that a finger rests on is carried to a folder, with its kind and id', async ({ page }) => {
    const { call, home } = await openLibrary(page);
    await titleAfterDrop(page);
    const finger = await Finger.on(page);
    await finger.take(link(page, 'a.invalid'));
    await expect(page.getByText('a.invalid', { exact: true })).toHaveCount(2);
    await finger.drop(folder(page, 'Home'));
    await expect(page.getByText('Link added to Home.')).toBeVisible();
    await expect(page).toHaveTitle(/^link {"link_id":\d+}$/);
    await expect(page.getByText('a.invalid', { exact: true })).toHaveCount(1);
    await expect.poll(async () => members(call)).toEqual([home]);
    // The finger that lifts has clicked nothing.
    await expect(page).toHaveURL('/');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('links that are selected go together, into a folder that opens on the way', async ({ page }) => {
    const { call, clients } = await openLibrary(page);
    await page.getByRole('button', { name: 'Collapse Work' }).tap();
    await page.getByRole('checkbox', { name: 'Select a.invalid' }).tap();
    await page.getByRole('checkbox', { name: 'Select c.invalid' }).tap();
    const finger = await Finger.on(page);
    await finger.take(link(page, 'c.invalid'));
    await finger.moveTo(folder(page, 'Work'));
    await finger.drop(folder(page, 'Clients'));
    await expect(page.getByText('2 links added to Clients.')).toBeVisible();
    await expect.poll(async () => members(call)).toEqual([clients, clients]);
  });

  test('a folder moves into another and to the root, and never into itself', async ({ page }) => {
    const { call, home, clients } = await openLibrary(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/update-parent')) asked.push(request.url());
    });
    const finger = await Finger.on(page);
    await finger.take(folder(page, 'Work'));
    await finger.drop(folder(page, 'Clients'));
    await expect(page.getByText("Work can't be moved into Clients.")).toBeVisible();
    expect(asked).toEqual([]);
    await finger.take(folder(page, 'Clients'));
    await finger.drop(folder(page, 'Home'));
    await expect.poll(async () => parentOf(call, clients)).toBe(home);
    await page.getByRole('button', { name: 'Expand Home' }).tap();
    await finger.take(folder(page, 'Clients'));
    await finger.drop(rootZone(page).last());
    await expect.poll(async () => parentOf(call, clients)).toBe(0);
    await expect(rootZone(page)).toHaveCount(0);
  });

  test('a tree that is longer than its place scrolls at its edge, even away from what is dragged', async ({
    page,
  }) => {
    const { call, home, work } = await openLibrary(page);
    await addManyFolders(call);
    await expect(folder(page, 'Inbox 20')).toBeVisible();
    const finger = await Finger.on(page);
    await finger.take(folder(page, 'Home'));
    const { height } = await boxOf(tree(page));
    await finger.moveBy(0, height - 60);
    await expect(folder(page, 'Work')).toBeInViewport();
    await expect(folder(page, 'Home')).toHaveCount(0);
    await finger.drop(folder(page, 'Work'));
    await expect(page.getByText('Home moved to Work.')).toBeVisible();
    await expect.poll(async () => parentOf(call, home)).toBe(work);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the drawer opens for as long as something is dragged, and a second finger calls it off', async ({
    page,
  }) => {
    const { account, call, home, work } = await memberWithLibrary();
    await login(page, account);
    const finger = await Finger.on(page);
    await finger.take(link(page, 'b.invalid'));
    await finger.drop(folder(page, 'Home'));
    await expect(page.getByText('Link added to Home.')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await expect.poll(async () => members(call)).toEqual([home]);

    await finger.take(link(page, 'c.invalid'));
    await finger.moveTo(folder(page, 'Work'));
    await finger.pressAnother(380, 800);
    await expect(drawer(page)).toHaveCount(0);
    await finger.lift();

    await finger.take(link(page, 'c.invalid'));
    await finger.drop(folder(page, 'Work'));
    await expect.poll(async () => members(call)).toEqual([home, work]);
  });

  test('a finger that rests and goes opens the menu, and one that does not rest scrolls', async ({
    page,
  }) => {
    const account = await newMember();
    await layLinks(account, 100);
    await login(page, account);
    const row = link(page, 'Link number 12');
    const finger = await Finger.on(page);
    await finger.press(row);
    await expect(row).toHaveAttribute('data-lifted');
    await finger.lift();
    await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);

    const list = page.getByRole('main').getByRole('grid');
    await finger.press(row);
    await finger.moveBy(0, -200);
    await finger.lift();
    await expect.poll(async () => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await expect(drawer(page)).toHaveCount(0);
  });
});
