/// <reference lib="dom" />

import { type DevtoolsSocket, fieldsOf, openDevtools } from '#tests/load/browser/devtools-socket.ts';
import { type LongestTask, longestTaskByDevtools } from '#tests/load/browser/longest-task.ts';

/** A tab that is driven by plain DevTools calls, without Playwright. */
export interface ProfileTab {
  /** The value of an expression. Awaits a promise. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Presses and releases a key, also with `Control+`. */
  readonly press: (key: string) => Promise<void>;
  /** Inserts text at the cursor, like a paste. */
  readonly insert: (text: string) => Promise<void>;
  /** The busy time of the main thread so far, in milliseconds. */
  readonly busyMs: () => Promise<number>;
  /** The longest task of the main thread while `run` runs. */
  readonly longestTask: (run: () => Promise<void>) => Promise<LongestTask>;
  /** The finished requests of a tab with network conditions. */
  readonly traffic: () => Traffic;
  readonly close: () => Promise<void>;
}

export interface Network {
  readonly roundTripMs: number;
  readonly megabitsPerSecond: number;
}

export interface Traffic {
  readonly requests: number;
  /** On the wire: compressed, with headers. */
  readonly bytes: number;
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
  /** Simulated for the requests of the page, which are all that a start without a service worker sends. */
  readonly network: Network | null;
}

/** Navigates an empty tab to a url. */
export async function openProfileTab(opening: Opening): Promise<ProfileTab> {
  const { devtoolsUrl, viewport, url, script, network } = opening;
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
  const traffic = network === null ? NO_TRAFFIC : await simulate(devtools, network);
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
      if (found === undefined) throw new Error('Chromium reported no TaskDuration.');
      return 1000 * Number(found['value']);
    },
    longestTask: async (run) => longestTaskByDevtools(devtools, run),
    traffic,
    close: async () => {
      await devtools.send('Page.close', {});
      devtools.close();
    },
  };
}

const NO_TRAFFIC = (): Traffic => ({ requests: 0, bytes: 0 });

/** DevTools adds the latency once to each request, so requests in a row take a round trip each. */
async function simulate(
  devtools: DevtoolsSocket,
  { roundTripMs, megabitsPerSecond }: Network,
): Promise<ProfileTab['traffic']> {
  let [requests, bytes] = [0, 0];
  devtools.onEvent((method, { encodedDataLength }) => {
    if (method !== 'Network.loadingFinished') return;
    requests += 1;
    bytes += Number(encodedDataLength);
  });
  await devtools.send('Network.enable', {});
  const throughput = (megabitsPerSecond * 1e6) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  return () => ({ requests, bytes });
}

/** Sizes the window so that the page, without the browser's own controls, has the size of the viewport. */
async function fitWindow(
  devtools: DevtoolsSocket,
  { width, height }: Viewport,
  controlsHeight: number,
): Promise<void> {
  const { windowId } = await devtools.send('Browser.getWindowForTarget', {});
  await devtools.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width, height: height + controlsHeight },
  });
}

/** Runs in the page: calls back when the page has this height. */
function whenHigh(height: number) {
  return (done: () => void): void => {
    const look = (): void => {
      if (innerHeight === height) done();
      else requestAnimationFrame(look);
    };
    look();
  };
}

const CONTROL = 'Control+';

/** The fields of a key event: a character key types itself, and Enter types a line break. */
function keyOf(pressed: string) {
  const key = pressed.replace(CONTROL, '');
  const windowsVirtualKeyCode = key.toUpperCase().charCodeAt(0);
  if (key !== pressed) return { key, windowsVirtualKeyCode, modifiers: 2 };
  if (key === 'Enter') return { key, text: '\r', windowsVirtualKeyCode: 13 };
  if (key === 'Escape') return { key, code: key, windowsVirtualKeyCode: 27 };
  return { key, text: key, windowsVirtualKeyCode };
}

function isTaskDuration({ name }: Readonly<Record<string, unknown>>): boolean {
  return name === 'TaskDuration';
}
