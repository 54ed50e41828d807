import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { Mouse } from './display.ts';
import type { Driver, InputSource } from './engine.ts';

/** An element, found by its accessible name. */
export interface Target {
  readonly selector: string;
  /** The whole name, or a part of it if `isPart`. */
  readonly name: string;
  readonly isPart?: boolean;
}

export const button = (name: string): Target => ({ selector: 'button, [role=button]', name });
export const link = (name: string): Target => ({ selector: 'a[href]', name });
export const checkbox = (name: string): Target => ({ selector: '[role=checkbox], [type=checkbox]', name });
export const field = (name: string): Target => ({ selector: 'input, textarea', name });
export const option = (name: string): Target => ({ selector: '[role=option]', name });
export const menuItem = (name: string): Target => ({ selector: '[role^=menuitem]', name });
/** The name of a navigation link includes its count. */
export const navLink = (name: string): Target => ({ selector: 'nav a', name, isPart: true });

const Position = z.object({ x: z.number(), y: z.number(), screenX: z.number(), screenY: z.number() });
/** The center of an element, in the page and on the screen. */
type Position = z.infer<typeof Position>;
const Found = Position.extend({ isReachable: z.boolean(), isHighlighted: z.boolean() }).nullable();
type Found = z.infer<typeof Found>;
const TIMEOUT_MS = 20_000;

type PointerActions = Extract<InputSource, { readonly type: 'pointer' }>['actions'];

function pointAt({ x, y }: Pick<Position, 'x' | 'y'>): PointerActions[number] {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
}

/** A window with the app, used like a person uses it. */
export class Tab {
  readonly driver: Driver;
  readonly #site: string;
  readonly #mouse: Mouse;

  constructor(driver: Driver, site: string, mouse: Mouse) {
    this.driver = driver;
    this.#site = site;
    this.#mouse = mouse;
  }

  async goto(path: string): Promise<void> {
    await this.driver.goto(this.#site + path);
  }

  async has(target: Target): Promise<boolean> {
    return (await this.#find(target)) !== null;
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.waitFor(target);
    await this.driver.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Replaces the text of a field. */
  async fill(name: string, text: string): Promise<void> {
    // A field that still moves with its dialog can be missed.
    do await this.click(field(name));
    while (!(await this.driver.evaluate('document.activeElement.matches("input, textarea")')));
    await this.driver.evaluate('document.activeElement.select()');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value } as const,
      { type: 'keyUp', value } as const,
    ]);
    await this.driver.perform([{ type: 'key', id: 'keys', actions }]);
  }

  /** Drags with the screen's mouse. The drop target may appear after the drag begins. */
  async drag(from: Target, to: Target): Promise<void> {
    await this.dragOver(from, to);
    this.drop();
  }

  /** Lifts the row with a finger that rests, and moves it. The drop target appears after that. */
  async dragByFinger(from: Target, to: Target): Promise<void> {
    const start = await this.waitFor(from);
    await this.#touch([
      pointAt(start),
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 800 },
      pointAt({ x: start.x + 30, y: start.y + 30 }),
    ]);
    const target = await this.waitFor(to);
    await this.#touch([pointAt(target), { type: 'pause', duration: 100 }, { type: 'pointerUp', button: 0 }]);
  }

  async #touch(actions: PointerActions): Promise<void> {
    await this.driver.perform([
      { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions },
    ]);
  }

  async dragOver(from: Target, to: Target): Promise<void> {
    const { screenX, screenY } = await this.waitFor(from);
    this.#mouse.press({ x: screenX, y: screenY });
    this.#mouse.moveTo({ x: screenX + 60, y: screenY + 30 });
    try {
      const target = await this.waitFor(to);
      this.#mouse.moveTo({ x: target.screenX, y: target.screenY });
      await this.#waitForHighlight(to);
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Waits until the drop target is highlighted, like a person before letting go. */
  async #waitForHighlight(target: Target): Promise<void> {
    const end = Date.now() + TIMEOUT_MS;
    for (
      let found = await this.#find(target);
      found?.isHighlighted !== true;
      found = await this.#find(target)
    ) {
      if (found === null || Date.now() > end) throw new Error(`"${target.name}" was not highlighted.`);
      // Browsers send drag events only while the mouse moves.
      this.#mouse.moveTo({ x: found.screenX - 3, y: found.screenY });
      this.#mouse.moveTo({ x: found.screenX, y: found.screenY });
    }
  }

  drop(): void {
    this.#mouse.release();
  }

  /** Moves the mouse away with no button pressed. */
  moveAway(): void {
    this.#mouse.moveTo({ x: 700, y: 600 });
  }

  /** The position of an element, once it stops moving and no other element covers it. */
  async waitFor(target: Target): Promise<Position> {
    const end = Date.now() + TIMEOUT_MS;
    let before: string | null = null;
    while (Date.now() < end) {
      const found = await this.#find(target);
      const now = JSON.stringify(found);
      if (found?.isReachable === true && now === before) return found;
      before = now;
      await sleep(50);
    }
    throw new Error(`"${target.name}" (${target.selector}) was not found, or is covered: ${before}`);
  }

  async #find(target: Target): Promise<Found> {
    return Found.parse(await this.driver.evaluate(`(${findInPage.toString()})(${JSON.stringify(target)})`));
  }
}

/** Runs in the page. */
function findInPage({ selector, name, isPart = false }: Target) {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- functions that run in the page can't use names from outside
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ');
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels =
      ids?.map((id) => document.getElementById(id)) ?? Array.from((isField ? element.labels : null) ?? []);
    const text = labels.length > 0 ? labels.map((label) => label?.textContent).join(' ') : null;
    return (element.ariaLabel ?? text ?? element.textContent).trim();
  };
  const found = Array.from(document.querySelectorAll(selector)).find((element) => {
    if (!element.checkVisibility() || element.closest('[inert], [aria-hidden=true]') !== null) return false;
    return isPart ? nameOf(element).includes(name) : nameOf(element) === name;
  });
  if (found === undefined) return null;
  found.scrollIntoView({ block: 'nearest' });
  const box = found.getBoundingClientRect();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  // Firefox reports the screen position of a page. WebKit's MiniBrowser has all its bars above the page.
  const left = Reflect.get(window, 'mozInnerScreenX') ?? screenX;
  const top = Reflect.get(window, 'mozInnerScreenY') ?? screenY + outerHeight - innerHeight;
  return {
    x,
    y,
    screenX: left + x,
    screenY: top + y,
    isHighlighted: getComputedStyle(found).boxShadow !== 'none',
    isReachable: hit !== null && (found.contains(hit) || hit.contains(found)),
  };
}
