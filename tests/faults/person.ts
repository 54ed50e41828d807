import type { Random } from '@foldmark/firestore-emulator/torture/random';
import type { Page } from '@playwright/test';

import { pngFile } from '#tests/e2e/image-files.ts';

/** How long somebody waits for what they did before they do something else. */
const PATIENCE_MS = 8000;

/** Somebody at a page who goes on working whatever happens. Changes only what was made here, so that all can be told. */
export class Person {
  readonly page: Page;
  done = 0;
  hindered = 0;
  readonly #name: string;
  readonly #random: Random;
  #made = 0;

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
      async () => this.#picture(),
      async () => this.#trash(),
      async () => this.#reload(),
    ];
    while (!isOver()) {
      try {
        await acts[this.#random.below(acts.length)]?.();
        this.done += 1;
      } catch {
        // What was tried did not go while something was down; what the server acknowledged is in the ledger.
        this.hindered += 1;
        await this.close();
      }
      await this.page.waitForTimeout(50 + this.#random.below(300));
    }
  }

  /** Closes whatever is open over the list. */
  async close(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.#isAsked()); tries += 1) {
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(200);
    }
  }

  async #isAsked(): Promise<boolean> {
    return (await this.page.locator('[role=dialog], [role=menu]').count()) > 0;
  }

  async #add(): Promise<void> {
    this.#made += 1;
    await this.page.getByRole('button', { name: 'New Link' }).click({ timeout: PATIENCE_MS });
    const field = this.page.getByRole('textbox', { name: 'Url' });
    // Not of the web, so that no page is looked for.
    await field.fill(`mailto:${this.#name}-${this.#made}@example.com`, { timeout: PATIENCE_MS });
    await this.#send('Create');
  }

  async #rename(): Promise<void> {
    await this.#choose('Edit');
    const field = this.page.getByRole('textbox', { name: 'Name' });
    await field.fill(`${this.#name} ${this.#random.below(1_000_000)}`, { timeout: PATIENCE_MS });
    await this.#send('Update');
  }

  async #star(): Promise<void> {
    const row = await this.#row();
    await row.getByRole('button', { name: /^Favorite/ }).click({ timeout: PATIENCE_MS });
  }

  async #file(): Promise<void> {
    await this.#choose('Folders');
    const dialog = this.page.getByRole('dialog');
    const ticks = dialog.getByRole('checkbox');
    await ticks.first().waitFor({ timeout: PATIENCE_MS });
    await ticks.nth(this.#random.below(await ticks.count())).click({ timeout: PATIENCE_MS });
    await dialog.getByRole('button', { name: 'Done' }).click({ timeout: PATIENCE_MS });
  }

  /** Gives a link an image, and sometimes takes the one it has away. */
  async #picture(): Promise<void> {
    await this.#choose('Edit');
    const dialog = this.page.getByRole('dialog');
    const section = dialog.getByRole('region', { name: 'Link Image' });
    const select = section.getByRole('button', { name: 'Select New File' });
    await select.waitFor({ timeout: PATIENCE_MS });
    const remove = section.getByRole('button', { name: 'Remove File' });
    if ((await remove.count()) > 0 && this.#random.below(3) === 0) {
      await remove.click({ timeout: PATIENCE_MS });
    } else {
      const chooser = this.page.waitForEvent('filechooser', { timeout: PATIENCE_MS });
      await Promise.all([chooser, select.click({ timeout: PATIENCE_MS })]);
      const colour = [0, 0, 0].map(() => this.#random.below(256));
      await (await chooser).setFiles(pngFile('of-one-colour.png', 16, 16, colour));
      const upload = section.getByRole('button', { name: 'Upload Selected File' });
      await upload.click({ timeout: PATIENCE_MS });
    }
    const told = section.getByRole('status').filter({ hasText: /^The image was (?:changed|removed)\.$/ });
    await told.waitFor({ timeout: PATIENCE_MS });
    await this.close();
  }

  async #trash(): Promise<void> {
    if (this.#random.below(3) === 0) await this.#choose('Move to Trash');
  }

  async #reload(): Promise<void> {
    if (this.#random.below(3) === 0) await this.page.reload({ timeout: PATIENCE_MS });
    // A page that could not be loaded is looked for again.
    if ((await this.page.getByRole('banner').count()) === 0)
      await this.page.goto('/', { timeout: PATIENCE_MS });
  }

  async #choose(entry: string): Promise<void> {
    const row = await this.#row();
    await row.getByRole('button', { name: /^More for/ }).click({ timeout: PATIENCE_MS });
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click({ timeout: PATIENCE_MS });
  }

  async #send(button: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click({ timeout: PATIENCE_MS });
    await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS });
  }

  /** One of the rows in sight that were made here. */
  async #row() {
    const mine = this.page
      .getByRole('row')
      .filter({ has: this.page.locator(`a[href^="mailto:${this.#name}-"]`) });
    const count = await mine.count();
    if (count === 0) throw new Error('There is nothing of theirs in sight.');
    return mine.nth(this.#random.below(count));
  }
}
