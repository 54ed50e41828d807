import { openStore } from '#extension/platform/database.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { tellChanged, tellWorker } from '#extension/platform/messages.ts';
import { addUrlParse } from '#extension/platform/url-parse.ts';

addUrlParse(URL);

const MINUTE_MS = 60_000;
const REFS_PER_DRAW = 2 ** 20;

/** The browser that the extension runs in. */
export const BROWSER: Environment = {
  store: openStore(),
  values: {
    get: async (name) => (await chrome.storage.local.get(name))[name],
    set: async (name, value) => chrome.storage.local.set({ [name]: value }),
    remove: async (name) => chrome.storage.local.remove(name),
  },
  fetch: globalThis.fetch.bind(globalThis),
  now: Date.now,
  sleep: async (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  newId: () => crypto.randomUUID(),
  newRef: () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return -(high * REFS_PER_DRAW + (low % REFS_PER_DRAW)) - 1;
  },
  withLock: async (name, task) => navigator.locks.request(name, task),
  setAlarm: async (name, delayMs) => {
    if (delayMs === null) await chrome.alarms.clear(name);
    else await chrome.alarms.create(name, { delayInMinutes: delayMs / MINUTE_MS });
  },
  tellWorker,
  tellChanged,
  report: (error) => {
    console.error(error);
  },
  authorize: async (url) => {
    const address = await chrome.identity.launchWebAuthFlow({ url, interactive: true });
    if (address === undefined) throw new Error('The window was closed.');
    return address;
  },
  redirectUri: () => chrome.identity.getRedirectURL(),
};
