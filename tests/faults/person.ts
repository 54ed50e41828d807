import type { Random } from '@foldmark/firestore-emulator/torture/random';
import type { Page } from '@playwright/test';

import { pngFile } from '#tests/e2e/image-files.ts';

/** How long a person waits for an action before starting another. */
const TIMEOUT_MS = 8000;

/** A simulated person who keeps working through faults. Changes only links that this page created. */
export class Person {
  readonly page: Page;
  done = 0;
  failed = 0;
  readonly #name: string;
  readonly #random: Random;
  #created = 0;

  constructor(name: string, page: Page, random: Random) {
    this.#name = name;
    this.page = page;
    this.#random = random;
  }

  async work(isOver: () => boolean): Promise<void> {
    const acts = [
      async () => this.#add(),
      async () => this.#add(),
      async () => this.#rename(),
      async () => this.#rename(),
      async () => this.#star(),
      async () => this.#star(),
      async () => this.#file(),
      async () => this.#changeImage(),
      async () => this.#trash(),
      async () => this.#reload(),
    ];
    while (!isOver()) {
      try {
        await acts[this.#random.below(acts.length)]?.();
        this.done += 1;
      } catch {
        // The action failed while a service was down. The ledger has the acknowledged changes.
        this.failed += 1;
        await this.close();
      }
      await this.page.waitForTimeout(50 + this.#random.below(300));
    }
  }

  /** Closes open dialogs and menus. */
  async close(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.#isOverlayOpen()); tries += 1) {
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(200);
    }
  }

  async #isOverlayOpen(): Promise<boolean> {
    return (await this.page.locator('[role=dialog], [role=menu]').count()) > 0;
  }

  async #add(): Promise<void> {
    this.#created += 1;
    await this.page.getByRole('button', { name: 'New Link' }).click({ timeout: TIMEOUT_MS });
    const field = this.page.getByRole('textbox', { name: 'Url' });
    // A mailto url, so that no job fetches a page.
    await field.fill(`mailto:${this.#name}-${this.#created}@example.com`, { timeout: TIMEOUT_MS });
    await this.#send('Create');
  }

  async #rename(): Promise<void> {
    await this.#choose('Edit');
    const field = this.page.getByRole('textbox', { name: 'Name' });
    await field.fill(`${this.#name} ${this.#random.below(1_000_000)}`, { timeout: TIMEOUT_MS });
    await this.#send('Update');
  }

  async #star(): Promise<void> {
    const row = await this.#row();
    await row.getByRole('button', { name: /^Favorite/ }).click({ timeout: TIMEOUT_MS });
  }

  async #file(): Promise<void> {
    await this.#choose('Folders');
    const dialog = this.page.getByRole('dialog');
    const ticks = dialog.getByRole('checkbox');
    await ticks.first().waitFor({ timeout: TIMEOUT_MS });
    await ticks.nth(this.#random.below(await ticks.count())).click({ timeout: TIMEOUT_MS });
    await dialog.getByRole('button', { name: 'Done' }).click({ timeout: TIMEOUT_MS });
  }

  /** Adds an image to a link, and sometimes removes one. */
  async #changeImage(): Promise<void> {
    await this.#choose('Edit');
    const dialog = this.page.getByRole('dialog');
    const section = dialog.getByRole('region', { name: 'Link Image' });
    const select = section.getByRole('button', { name: 'Select New File' });
    await select.waitFor({ timeout: TIMEOUT_MS });
    const remove = section.getByRole('button', { name: 'Remove File' });
    if ((await remove.count()) > 0 && this.#random.below(3) === 0) {
      await remove.click({ timeout: TIMEOUT_MS });
    } else {
      const chooser = this.page.waitForEvent('filechooser', { timeout: TIMEOUT_MS });
      await Promise.all([chooser, select.click({ timeout: TIMEOUT_MS })]);
      const color = [0, 0, 0].map(() => this.#random.below(256));
      await (await chooser).setFiles(pngFile('single-color.png', 16, 16, color));
      const upload = section.getByRole('button', { name: 'Upload Selected File' });
      await upload.click({ timeout: TIMEOUT_MS });
    }
    const message = section.getByRole('status').filter({ hasText: /^The image was (?:changed|removed)\.$/ });
    await message.waitFor({ timeout: TIMEOUT_MS });
    await this.close();
  }

  async #trash(): Promise<void> {
    if (this.#random.below(3) === 0) await this.#choose('Move to Trash');
  }

  async #reload(): Promise<void> {
    if (this.#random.below(3) === 0) await this.page.reload({ timeout: TIMEOUT_MS });
    // Loads the page again if it failed to load.
    if ((await this.page.getByRole('banner').count()) === 0)
      await this.page.goto('/', { timeout: TIMEOUT_MS });
  }

  async #choose(entry: string): Promise<void> {
    const row = await this.#row();
    await row.getByRole('button', { name: /^More for/ }).click({ timeout: TIMEOUT_MS });
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click({ timeout: TIMEOUT_MS });
  }

  async #send(button: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click({ timeout: TIMEOUT_MS });
    await dialog.waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  }

  /** A random visible row that this page created. */
  async #row() {
    const mine = this.page
      .getByRole('row')
      .filter({ has: this.page.locator(`a[href^="mailto:${this.#name}-"]`) });
    const count = await mine.count();
    if (count === 0) throw new Error('No visible row was created by this page.');
    return mine.nth(this.#random.below(count));
  }
}
