import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Where react-aria tells screen readers of a button that was pending: a name stays there for seconds after its button. */
export const ANNOUNCER = '[data-live-announcer]';

/** For `test.use`, where themes change and things appear: what fades has no contrast yet. */
export const WITHOUT_FADING = { contextOptions: { reducedMotion: 'reduce' } } as const;

interface Limits {
  /** What somebody else has to answer for, as a selector. */
  readonly exclude?: string;
}

export async function expectNoViolations(page: Page, { exclude }: Limits = {}): Promise<void> {
  const axe = new AxeBuilder({ page })
    // Else it gathers what it finds in a page of its own, each time, for the sake of foreign frames. There are none.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** The way to a state takes longer than a look at it, so each state is looked at in both themes. */
export async function expectNoViolationsInBothThemes(page: Page, limits?: Limits): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, limits);
  }
}
