import type { Random } from '@foldmark/firestore-emulator/torture/random.ts';
import type { Locator, Page } from '@playwright/test';

import { pngFile } from '#tests/e2e/image-files.ts';
import {
  countCell,
  type Edits,
  folderCell,
  nameCell,
  type ShownEdits,
  starCell,
  trashCell,
} from '#tests/faults/shown-edits.ts';

/** How long a person waits for an action before starting another. */
const TIMEOUT_MS = 8000;
const SPELL_MAX_MS = 10_000;
/** The folders of each member. */
export const FOLDERS = ['Reading', 'Recipes', 'Travel'] as const;
const TIMEOUT = { timeout: TIMEOUT_MS };

/** A simulated person who keeps working through faults. Changes only links that this page created. */
export class Person {
  readonly page: Page;
  #done = 0;
  #failed = 0;
  #spells = 0;
  #selections = 0;
  #undone = 0;
  readonly #name: string;
  readonly #edits: ShownEdits;
  readonly #random: Random;
  #created = 0;

  constructor(name: string, page: Page, edits: ShownEdits, random: Random) {
    this.#name = name;
    this.page = page;
    this.#edits = edits;
    this.#random = random;
  }

  async work(isOver: () => boolean): Promise<void> {
    const acts = [
      ...this.#acts(),
      async () => this.#changeImage(),
      async () => this.#reload(),
      async () => this.#workOffline(),
    ];
    while (!isOver()) {
      await this.#attempt(acts);
      await this.page.waitForTimeout(50 + this.#random.below(300));
    }
  }

  describeWork(): string {
    const counts = [
      `${this.#spells} times offline`,
      `${this.#selections} selections`,
      `${this.#undone} undone`,
    ];
    return `${this.#done} done, ${this.#failed} failed, ${counts.join(', ')}`;
  }

  /** Closes open dialogs and menus. */
  async close(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.#isOverlayOpen()); tries += 1) {
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(200);
    }
  }

  /** The edits that also work without a network. */
  #acts(): readonly (() => Promise<void>)[] {
    return [
      async () => this.#add(),
      async () => this.#add(),
      async () => this.#rename(),
      async () => this.#rename(),
      async () => this.#star(),
      async () => this.#star(),
      async () => this.#file(),
      async () => this.#trash(),
      async () => this.#editSelection(),
    ];
  }

  async #attempt(acts: readonly (() => Promise<void>)[]): Promise<void> {
    try {
      await acts[this.#random.below(acts.length)]?.();
      this.#done += 1;
    } catch {
      // The action failed while a service was down. The ledger has the acknowledged changes.
      this.#failed += 1;
      await this.close();
    }
  }

  async #isOverlayOpen(): Promise<boolean> {
    return (await this.page.locator('[role=dialog], [role=menu]').count()) > 0;
  }

  /** Goes on without a network for 1 to 10 s. */
  async #workOffline(): Promise<void> {
    const end = Date.now() + 1000 + this.#random.below(SPELL_MAX_MS - 1000);
    const acts = this.#acts();
    await this.page.context().setOffline(true);
    try {
      while (Date.now() < end) {
        await this.#attempt(acts);
        await this.page.waitForTimeout(50 + this.#random.below(300));
      }
    } finally {
      await this.page.context().setOffline(false);
    }
    this.#spells += 1;
  }

  async #add(): Promise<void> {
    this.#created += 1;
    // A mailto url, so that no job fetches a page.
    const url = `mailto:${this.#name}-${this.#created}@example.com`;
    await this.page.getByRole('button', { name: 'New Link' }).click(TIMEOUT);
    await this.page.getByRole('textbox', { name: 'Url' }).fill(url, TIMEOUT);
    await this.#edits.make({ [countCell(url)]: 1 }, async () => this.#send('Create'));
  }

  async #rename(): Promise<void> {
    const { row, url } = await this.#row();
    await this.#choose(row, 'Edit');
    const name = `${this.#name} ${this.#random.below(1_000_000)}`;
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name, TIMEOUT);
    await this.#edits.make({ [nameCell(url)]: name }, async () => this.#send('Update'));
  }

  async #star(): Promise<void> {
    const { row, url } = await this.#row();
    const star = row.getByRole('button', { name: /^Favorite/ });
    const isStarred = (await star.getAttribute('aria-pressed', TIMEOUT)) === 'true';
    await this.#edits.make({ [starCell(url)]: !isStarred }, async () => star.click(TIMEOUT));
    if (this.#random.below(3) > 0) return;
    await this.#edits.make({ [starCell(url)]: isStarred }, async () => {
      await this.page.keyboard.press('Control+z');
      await row
        .getByRole('button', { name: /^Favorite/, pressed: isStarred })
        .waitFor({ state: 'attached', ...TIMEOUT });
    });
    this.#undone += 1;
  }

  async #file(): Promise<void> {
    const { row, url } = await this.#row();
    await this.#choose(row, 'Folders');
    const dialog = this.page.getByRole('dialog');
    const folder = this.#folder();
    const tick = dialog.getByRole('checkbox', { name: folder });
    const isIn = await tick.isChecked(TIMEOUT);
    await this.#edits.make({ [folderCell(url, folder)]: !isIn }, async () => tick.click(TIMEOUT));
    await dialog.getByRole('button', { name: 'Done' }).click(TIMEOUT);
  }

  /** Adds an image to a link, and sometimes removes one. */
  async #changeImage(): Promise<void> {
    const { row } = await this.#row();
    await this.#choose(row, 'Edit');
    const dialog = this.page.getByRole('dialog');
    const section = dialog.getByRole('region', { name: 'Link Image' });
    const select = section.getByRole('button', { name: 'Select New File' });
    await select.waitFor(TIMEOUT);
    const remove = section.getByRole('button', { name: 'Remove File' });
    if ((await remove.count()) > 0 && this.#random.below(3) === 0) {
      await remove.click(TIMEOUT);
    } else {
      const chooser = this.page.waitForEvent('filechooser', TIMEOUT);
      await Promise.all([chooser, select.click(TIMEOUT)]);
      const color = [0, 0, 0].map(() => this.#random.below(256));
      await (await chooser).setFiles(pngFile('single-color.png', 16, 16, color));
      const upload = section.getByRole('button', { name: 'Upload Selected File' });
      await upload.click(TIMEOUT);
    }
    const message = section.getByRole('status').filter({ hasText: /^The image was (?:changed|removed)\.$/ });
    await message.waitFor(TIMEOUT);
    await this.close();
  }

  async #trash(): Promise<void> {
    if (this.#random.below(3) > 0) return;
    await this.#closeMessages();
    const { row, url } = await this.#row();
    await this.#edits.make({ [trashCell(url)]: true }, async () => this.#choose(row, 'Move to Trash'));
    if (this.#random.below(2) === 0) await this.#undo({ [trashCell(url)]: false });
  }

  /** Selects some links and moves them to the trash, which is often undone, or adds them to a folder. */
  async #editSelection(): Promise<void> {
    const urls = await this.#select();
    this.#selections += 1;
    const bar = this.page.getByRole('group', { name: 'Selection' });
    const all = (cell: (url: string) => string, value: unknown): Edits =>
      Object.fromEntries(urls.map((url) => [cell(url), value]));
    if (this.#random.below(2) === 0) {
      await this.#closeMessages();
      await this.#edits.make(all(trashCell, true), async () =>
        bar.getByRole('button', { name: 'Move to Trash' }).click(TIMEOUT),
      );
      if (this.#random.below(3) > 0) await this.#undo(all(trashCell, false));
      return;
    }
    const folder = this.#folder();
    await bar.getByRole('button', { name: 'Add to folder' }).click(TIMEOUT);
    const choice = this.page.getByRole('dialog').getByRole('button', { name: folder });
    await this.#edits.make(
      all((url) => folderCell(url, folder), true),
      async () => choice.click(TIMEOUT),
    );
  }

  /** Selects two to four rows. Returns their urls. */
  async #select(): Promise<readonly string[]> {
    const clear = this.page.getByRole('button', { name: 'Clear selection' });
    if ((await clear.count()) > 0) await clear.click(TIMEOUT);
    const rows = this.#rows();
    const urls: string[] = [];
    const count = Math.min(await rows.count(), 2 + this.#random.below(3));
    if (count < 2) throw new Error('There are too few rows.');
    for (let index = 0; index < count; index += 1) {
      const row = rows.nth(index);
      urls.push(await urlOf(row));
      await row.getByRole('checkbox').click(TIMEOUT);
    }
    return urls;
  }

  /** Closes the messages, so that the next one has the only Undo. */
  async #closeMessages(): Promise<void> {
    const close = this.#messages().getByRole('button', { name: 'Dismiss' });
    while ((await close.count()) > 0) await close.first().click(TIMEOUT);
  }

  /** Presses Undo in the message. */
  async #undo(edits: Edits): Promise<void> {
    const button = this.#messages().getByRole('button', { name: 'Undo' });
    await this.#edits.make(edits, async () => button.click(TIMEOUT));
    this.#undone += 1;
  }

  #messages(): Locator {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  #folder(): string {
    return FOLDERS[this.#random.below(FOLDERS.length)] ?? '';
  }

  async #reload(): Promise<void> {
    if (this.#random.below(3) === 0) await this.page.reload(TIMEOUT);
    // Loads the page again if it failed to load.
    if ((await this.page.getByRole('banner').count()) === 0) await this.page.goto('/', TIMEOUT);
  }

  async #choose(row: Locator, entry: string): Promise<void> {
    await row.getByRole('button', { name: /^More for/ }).click(TIMEOUT);
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click(TIMEOUT);
  }

  async #send(button: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: button, exact: true }).click(TIMEOUT);
    await dialog.waitFor({ state: 'detached', ...TIMEOUT });
  }

  /** The visible rows that this page created. */
  #rows(): Locator {
    return this.page.getByRole('row').filter({ has: this.page.locator(`a[href^="mailto:${this.#name}-"]`) });
  }

  /** A random one of these rows. It is found by its url, because others can appear above it. */
  async #row(): Promise<{ readonly row: Locator; readonly url: string }> {
    const rows = this.#rows();
    const count = await rows.count();
    if (count === 0) throw new Error('No visible row was created by this page.');
    const url = await urlOf(rows.nth(this.#random.below(count)));
    const row = this.page.getByRole('row').filter({ has: this.page.locator(`a[href="${url}"]`) });
    return { row, url };
  }
}

async function urlOf(row: Locator): Promise<string> {
  return (await row.locator('a[href^="mailto:"]').getAttribute('href', TIMEOUT)) ?? '';
}
