import type { IncomingHttpHeaders } from 'node:http';

/** A browser opens at most this many HTTP/1.1 connections to a host, for all of its tabs. */
const MAX_CONNECTIONS = 6;
/** How often a connection becomes free if open streams hold all of them. */
const TURN_MS = 50;

/** Calls `recycle` to end the response. The returned function reports that the response has ended. */
export type ShareConnection = (headers: IncomingHttpHeaders, recycle: () => void) => () => void;

/**
 * Every open stream holds a connection of its browser. If streams hold all connections, no other request would arrive. So
 * this ends the response that is open longest. Its client asks again, and waits in the browser's queue for its turn.
 */
export function createSharedConnections(): ShareConnection {
  const browsers = new Map<string, Browser>();
  return ({ host = '', 'user-agent': agent = '' }, recycle) => {
    // Other programs have no such limit.
    if (!agent.startsWith('Mozilla/')) return () => undefined;
    const key = `${host} ${agent}`;
    const browser = browsers.get(key) ?? { held: new Set(), turns: null };
    browsers.set(key, browser);
    browser.held.add(recycle);
    if (browser.held.size >= MAX_CONNECTIONS) browser.turns ??= takeTurns(browser);
    return () => {
      browser.held.delete(recycle);
      if (browser.held.size === 0 && browser.turns === null) browsers.delete(key);
    };
  };
}

/** Several browsers of one version look like one, so there can be more connections than the limit. */
interface Browser {
  readonly held: Set<() => void>;
  turns: NodeJS.Timeout | null;
}

function takeTurns(browser: Browser): NodeJS.Timeout {
  return setInterval(() => {
    const [oldest] = browser.held;
    if (oldest === undefined || browser.held.size < MAX_CONNECTIONS) {
      clearInterval(browser.turns ?? undefined);
      browser.turns = null;
      return;
    }
    browser.held.delete(oldest);
    oldest();
  }, TURN_MS).unref();
}
