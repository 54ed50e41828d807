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
  showDropDataInTitle,
  tree,
} from './dragging.ts';
import { login, test } from './fixtures.ts';
import { seedLinks } from './seed-links.ts';

test.use({ hasTouch: true, isMobile: true });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sends touch events through the browser's own gesture recognition. */
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
    this.#at = await centerOf(on);
    await this.#send('touchStart', [this.#at]);
  }

  /** Moves in several steps, like a finger. */
  async moveBy(x: number, y: number): Promise<void> {
    const from = this.#at;
    for (const fraction of [0.25, 0.5, 0.75, 1]) {
      this.#at = { x: from.x + x * fraction, y: from.y + y * fraction };
      await this.#send('touchMove', [this.#at]);
    }
  }

  async moveTo(to: Locator): Promise<void> {
    await to.scrollIntoViewIfNeeded();
    // A drawer that starts to slide in is still for some frames. A real finger can't touch its rows outside the window.
    await expect(to).toBeInViewport({ ratio: 0.9 });
    const { x, y } = await centerOf(to);
    await this.moveBy(x - this.#at.x, y - this.#at.y);
  }

  /** Rests on a row until the row is lifted, and starts to drag it. */
  async lift(row: Locator): Promise<void> {
    await this.press(row);
    await expect(row).toHaveAttribute('data-lifted');
    await this.moveBy(20, 20);
  }

  async drop(on: Locator): Promise<void> {
    await this.moveTo(on);
    await expect(targetIn(on)).toHaveClass(/lit|refused/);
    await this.release();
  }

  async pressAnother(x: number, y: number): Promise<void> {
    await this.#send('touchStart', [this.#at, { x, y }]);
  }

  async release(): Promise<void> {
    await this.#send('touchEnd', []);
  }

  /** Moves within 40 ms, however late the page receives it. With `late`, it receives the moves after that promise. */
  async swipe(on: Locator, y: number, late: () => Promise<void> = async () => undefined): Promise<void> {
    const { x, y: top } = await centerOf(on);
    const start = Date.now() / 1000;
    await this.#send('touchStart', [{ x, y: top }], start);
    await late();
    for (const step of [1, 2, 3, 4])
      await this.#send('touchMove', [{ x, y: top + (y * step) / 4 }], start + step / 100);
  }

  /** The time of the event is in seconds, and by default now. */
  async #send(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    at: readonly Point[],
    time = Date.now() / 1000,
  ): Promise<void> {
    const touchPoints = at.map((point, id) => ({ ...point, id }));
    await this.#browser.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: time });
  }
}

const centerOf = async (of: Locator): Promise<Point> => {
  const { x, y, width, height } = await boxOf(of);
  return { x: x + width / 2, y: y + height / 2 };
};

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Navigation' });

/** The drop target of a row, which exists during a drag. */
const targetIn = (on: Locator) => on.getByRole('button', { name: /^(Add to|Move into) / });

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('a long touch on a link drags it to a folder, with its kind and id', async ({ page }) => {
    const { call, home } = await openLibrary(page);
    await showDropDataInTitle(page);
    const finger = await Finger.on(page);
    await finger.lift(link(page, 'a.invalid'));
    await expect(page.getByText('a.invalid', { exact: true })).toHaveCount(2);
    await finger.drop(folder(page, 'Home'));
    await expect(page.getByText('Link added to Home.')).toBeVisible();
    await expect(page).toHaveTitle(/^link {"link_id":\d+}$/);
    await expect(page.getByText('a.invalid', { exact: true })).toHaveCount(1);
    await expect.poll(async () => members(call)).toEqual([home]);
    // Releasing the finger is not a click.
    await expect(page).toHaveURL('/');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('selected links are dragged together, into a folder that expands during the drag', async ({
    page,
  }) => {
    const { call, clients } = await openLibrary(page);
    await page.getByRole('button', { name: 'Collapse Work' }).tap();
    await page.getByRole('checkbox', { name: 'Select a.invalid' }).tap();
    await page.getByRole('checkbox', { name: 'Select c.invalid' }).tap();
    const finger = await Finger.on(page);
    await finger.lift(link(page, 'c.invalid'));
    await finger.moveTo(folder(page, 'Work'));
    await finger.drop(folder(page, 'Clients'));
    await expect(page.getByText('2 links added to Clients.')).toBeVisible();
    await expect.poll(async () => members(call)).toEqual([clients, clients]);
  });

  test('a folder moves into another and to the root, and never into its own sub-folder', async ({ page }) => {
    const { call, home, clients } = await openLibrary(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/update-parent')) requests.push(request.url());
    });
    const finger = await Finger.on(page);
    await finger.lift(folder(page, 'Work'));
    await finger.drop(folder(page, 'Clients'));
    await expect(page.getByText("Work can't be moved into Clients.")).toBeVisible();
    expect(requests).toEqual([]);
    await finger.lift(folder(page, 'Clients'));
    await finger.drop(folder(page, 'Home'));
    await expect.poll(async () => parentOf(call, clients)).toBe(home);
    await page.getByRole('button', { name: 'Expand Home' }).tap();
    await finger.lift(folder(page, 'Clients'));
    await finger.drop(rootZone(page).last());
    await expect.poll(async () => parentOf(call, clients)).toBe(0);
    await expect(rootZone(page)).toHaveCount(0);
  });

  test('a long tree scrolls when the drag reaches its edge, even if the dragged row scrolls out', async ({
    page,
  }) => {
    const { call, home, work } = await openLibrary(page);
    await addManyFolders(call);
    await expect(folder(page, 'Inbox 15')).toBeVisible();
    const finger = await Finger.on(page);
    await finger.lift(folder(page, 'Home'));
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

  test('the drawer opens for the duration of a drag, and a second finger cancels the drag', async ({
    page,
  }) => {
    const { account, call, home, work } = await memberWithLibrary();
    await login(page, account);
    const finger = await Finger.on(page);
    await finger.lift(link(page, 'b.invalid'));
    await finger.drop(folder(page, 'Home'));
    await expect(page.getByText('Link added to Home.')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await expect.poll(async () => members(call)).toEqual([home]);

    await finger.lift(link(page, 'c.invalid'));
    await finger.moveTo(folder(page, 'Work'));
    await finger.pressAnother(380, 800);
    await expect(drawer(page)).toHaveCount(0);
    await finger.release();

    await finger.lift(link(page, 'c.invalid'));
    await finger.drop(folder(page, 'Work'));
    await expect.poll(async () => members(call)).toEqual([home, work]);
  });

  test('a long touch without a move selects, then taps do until Back, and a quick move scrolls', async ({
    page,
  }) => {
    const account = await newMember();
    await seedLinks(account, 100);
    await login(page, account);
    const row = link(page, 'Link number 12');
    const finger = await Finger.on(page);
    await finger.press(row);
    await expect(row).toHaveAttribute('data-lifted');
    await finger.release();
    await expect(page.getByText('1 link selected')).toBeVisible();
    await link(page, 'Link number 7').getByRole('link').tap();
    await expect(page.getByText('2 links selected')).toBeVisible();
    await row.tap({ position: { x: 200, y: 30 } });
    await expect(page.getByText('1 link selected')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('100 links')).toBeVisible();
    await finger.press(row);
    await expect(row).toHaveAttribute('data-lifted');
    await finger.release();
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await expect(page.getByText('100 links')).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);

    const list = page.getByRole('main').getByRole('grid');
    await finger.swipe(row, -200);
    await finger.release();
    await expect.poll(async () => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await expect(drawer(page)).toHaveCount(0);
  });

  test('a quick move that a busy page handles after the lift drags nothing', async ({ page }) => {
    const { account } = await memberWithLibrary();
    await login(page, account);
    const row = link(page, 'b.invalid');
    const finger = await Finger.on(page);
    await finger.swipe(row, 200, async () => expect(row).toHaveAttribute('data-lifted'));
    // A drag would last until the finger leaves.
    await expect(row).not.toHaveAttribute('data-lifted');
    await finger.release();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByText('3 links', { exact: true })).toBeVisible();
  });
});
