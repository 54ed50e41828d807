import type { IncomingHttpHeaders } from 'node:http';

/**
 * A browser opens at most six HTTP/1.1 connections to a host, for all of its tabs. Each open stream holds one. This many
 * streams leave one connection for the other requests.
 */
const STREAMS_PER_HOST = 5;

/** Browsers that resolve every name below `localhost` to this machine. In others that depends on the system. */
const RESOLVES_SUBDOMAINS = /(?:Chrome|Firefox)\//u;

export interface HostPrefix {
  /** The client opens its back channels at `{prefix}.{host}`. Empty for the host itself. */
  readonly prefix: string;
  readonly release: () => void;
}

/** Spreads the streams of a browser over subdomains of `localhost`, so that any number can be open. */
export function createHostPrefixes(): (headers: IncomingHttpHeaders) => HostPrefix {
  /** The number of open streams for each prefix, by host and browser. */
  const browsers = new Map<string, number[]>();
  return ({ host = '', 'user-agent': agent = '' }) => {
    if (!/^(?:[^:]+\.)?localhost(?::\d+)?$/iu.test(host) || !RESOLVES_SUBDOMAINS.test(agent))
      return NO_PREFIX;
    const key = `${host} ${agent}`;
    const streams = browsers.get(key) ?? [];
    browsers.set(key, streams);
    const free = streams.findIndex((count) => count < STREAMS_PER_HOST);
    const index = free < 0 ? streams.length : free;
    streams[index] = (streams[index] ?? 0) + 1;
    return {
      prefix: index === 0 ? '' : `streams-${index}`,
      release() {
        streams[index] = (streams[index] ?? 1) - 1;
        if (streams.every((count) => count === 0)) browsers.delete(key);
      },
    };
  };
}

const NO_PREFIX: HostPrefix = { prefix: '', release: () => undefined };
