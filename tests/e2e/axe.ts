import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** React Aria's live region, which announces pending buttons. A name stays in it for seconds after its button. */
export const ANNOUNCER = '[data-live-announcer]';

/** For `test.use`: elements that are fading in lack contrast. */
export const REDUCED_MOTION = { contextOptions: { reducedMotion: 'reduce' } } as const;

interface Limits {
  /** A selector of elements that another library renders. */
  readonly exclude?: string;
}

export async function expectNoViolations(page: Page, { exclude }: Limits = {}): Promise<void> {
  const axe = new AxeBuilder({ page })
    // Otherwise axe opens a page for each run to support cross-origin frames, which we don't have.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** Checks both themes in each state, because reaching a state takes longer than a check. */
export async function expectNoViolationsInBothThemes(page: Page, limits?: Limits): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, limits);
  }
}
