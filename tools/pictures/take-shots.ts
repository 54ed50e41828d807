import { devices } from '@playwright/test';

import { captureWebp } from '#tools/demo-data/draw.ts';
import { DEMO_ACCOUNT } from '#tools/suite/demo-account.ts';
import type { Suite } from '#tools/suite/suite.ts';
import { type BrowserPage, openBrowser } from '#tools/support/browsers.ts';

import type { Shot } from './shots.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 70;
/** For sharp letters on most screens. */
const SCALE = 2;
/** A Sunday, shortly after the last link of the demo library was added. */
const NOW = new Date('2026-11-15T09:41:00');
/** The first folder is expanded. */
const OPEN_TREE = { uid: 'demo', isOpen: true, expanded: [1] };
/** Longer than any animation. */
const REST_MS = 700;

export interface TakenShot {
  readonly file: string;
  readonly bytes: Buffer;
}

/** Takes each picture in a new browser context, so that no picture depends on those before. */
export async function* takeShots(suite: Suite, shots: readonly Shot[]): AsyncGenerator<TakenShot> {
  const browser = await openBrowser();
  try {
    for (const shot of shots) {
      const viewport = shot.isPhone === true ? PHONE : DESKTOP;
      const context = await browser.newContext({
        baseURL: suite.appUrl,
        locale: 'en-GB',
        colorScheme: shot.theme,
        reducedMotion: 'reduce',
        ...(shot.isPhone === true ? devices['Pixel 7'] : {}),
        viewport,
        deviceScaleFactor: SCALE,
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(NOW);
      if (shot.isSignedOut !== true) await signIn(page);
      await page.goto(shot.path);
      if (shot.isSignedOut !== true) await page.getByRole('button', { name: 'Log out' }).waitFor();
      await shot.prepare?.(page);
      await settle(page);
      yield {
        file: shot.file,
        bytes: await captureWebp(page, { ...viewport, quality: QUALITY, scale: SCALE }),
      };
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

/** Signs in with the demo account, and opens the folder tree. */
async function signIn(page: BrowserPage): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login with Email', exact: true }).click();
  const form = page.getByRole('group', { name: 'Login with Email', exact: true });
  await form.getByLabel('Email', { exact: true }).fill(DEMO_ACCOUNT.email);
  await form.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('row').first().waitFor();
  await page.evaluate(`localStorage.setItem('foldmark.tree', '${JSON.stringify(OPEN_TREE)}')`);
}

/** Waits for the images in sight, and for animations. */
async function settle(page: BrowserPage): Promise<void> {
  // A hovered row or card shows its controls.
  await page.mouse.move(0, 0);
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.waitForTimeout(REST_MS);
}
