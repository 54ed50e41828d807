/// <reference lib="dom" />

import { type DevtoolsSocket, fieldsOf, openDevtools } from '#tests/load/devtools-socket.ts';

/** A tab with nobody in it but who looks after the clocks in the page. */
export interface HomeTab {
  /** The value of an expression, or of what it promises. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** A real key, down and up again. */
  readonly press: (key: string) => Promise<void>;
  /** Puts a text where the cursor is, as from the clipboard. */
  readonly insert: (text: string) => Promise<void>;
  /** How long the main thread has been busy so far, in milliseconds. */
  readonly busyMs: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

interface Opening {
  readonly devtoolsUrl: string;
  readonly viewport: Viewport;
  readonly url: string;
  /** Runs before any other in the page. */
  readonly script: string;
}

/** Goes to an address in a tab that is there and empty. */
export async function openHomeTab({ devtoolsUrl, viewport, url, script }: Opening): Promise<HomeTab> {
  const devtools = await openDevtools(devtoolsUrl);
  const evaluate = async (expression: string): Promise<unknown> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = fieldsOf(await devtools.send('Runtime.evaluate', options));
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return fieldsOf(result)['value'];
  };
  await fitWindow(devtools, viewport, Number(await evaluate('outerHeight - innerHeight')));
  await evaluate(`new Promise((${String(whenHigh)})(${viewport.height}))`);
  await devtools.send('Page.enable', {});
  await devtools.send('Performance.enable', {});
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await devtools.send('Page.navigate', { url });
  return {
    evaluate,
    press: async (key) => {
      const event = keyOf(key);
      await devtools.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown' });
      await devtools.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    insert: async (text) => {
      await devtools.send('Input.insertText', { text });
    },
    busyMs: async () => {
      const { metrics } = await devtools.send('Performance.getMetrics', {});
      const found = Array.isArray(metrics) ? metrics.map(fieldsOf).find(isTaskDuration) : undefined;
      if (found === undefined) throw new Error('Chromium does not tell how long its tasks took.');
      return 1000 * Number(found['value']);
    },
    close: async () => {
      await devtools.send('Page.close', {});
      devtools.close();
    },
  };
}

/** So that the page has the size, and not the page with tabs and address above it. */
async function fitWindow(
  devtools: DevtoolsSocket,
  { width, height }: Viewport,
  above: number,
): Promise<void> {
  const { windowId } = await devtools.send('Browser.getWindowForTarget', {});
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: { width, height: height + above } });
}

/** Runs in the page: calls back when it is so high. */
function whenHigh(height: number) {
  return (done: () => void): void => {
    const look = (): void => {
      if (innerHeight === height) done();
      else requestAnimationFrame(look);
    };
    look();
  };
}

/** What a keyboard tells of a key: a character types itself, and Enter a line. */
function keyOf(key: string) {
  const text = key === 'Enter' ? '\r' : key;
  if (key === 'Escape') return { key, code: key, windowsVirtualKeyCode: 27 };
  return { key, text, windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0) };
}

function isTaskDuration({ name }: Readonly<Record<string, unknown>>): boolean {
  return name === 'TaskDuration';
}
