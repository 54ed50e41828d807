import { isTracking } from './tracking-parameters.ts';

/** The parts of a url, without differences that are only spelling. */
interface Parts {
  readonly protocol: string;
  /** The user with its `@`, or empty. */
  readonly user: string;
  readonly host: string;
  readonly path: string;
  readonly parameters: readonly string[];
  /** The fragment with its `#`, or empty. */
  readonly fragment: string;
}

/**
 * A key that is equal for two urls if they surely lead to the same page, because they differ only in spelling
 * (docs/decisions/038). Stored urls keep their own spelling.
 */
export function sameKey(url: string): string {
  const parts = partsOf(url);
  return typeof parts === 'string' ? parts : joined(parts);
}

/** A key that is equal for two urls if they probably lead to the same page. `differences` gives the reasons. */
export function likelyKey(url: string): string {
  const parts = partsOf(url);
  if (typeof parts === 'string') return parts;
  return joined(SIMPLIFICATIONS.reduce((simple, { apply }) => apply(simple), parts));
}

/** Describes how two urls with the same likely key differ. Empty if they have the same `sameKey`. */
export function differences(left: string, right: string): readonly string[] {
  let [a, b] = [partsOf(left), partsOf(right)];
  const reasons: string[] = [];
  for (const { apply, reason } of SIMPLIFICATIONS) {
    if (typeof a === 'string' || typeof b === 'string') break;
    const found = reason(a, b);
    if (found !== null) reasons.push(found);
    [a, b] = [apply(a), apply(b)];
  }
  return reasons;
}

/** The kinds of differences between urls with the same likely key, without parameters and places: 'http and https', 'www'. */
export function kindsOfDifferences(urls: readonly string[]): readonly string[] {
  const [first = '', ...others] = urls;
  const reasons = others.flatMap((url) => differences(first, url));
  return [
    ...new Set(reasons.map((reason) => KINDS.find(([start]) => reason.startsWith(start))?.[1] ?? reason)),
  ];
}

/** How the reasons that name parameters or places start, and their kinds. */
const KINDS = [
  ['tracking parameter', 'tracking parameters'],
  ['place in the page', 'place in the page'],
] as const;

/** Whether a url has parameters that only tell a site where a visitor came from. */
export function hasTracking(url: string): boolean {
  const parts = partsOf(url);
  return typeof parts !== 'string' && withoutTracking(parts).length < parts.parameters.length;
}

interface Simplification {
  readonly apply: (parts: Parts) => Parts;
  /** Describes what the simplification removes from only one url, or differently from each. Null if nothing. */
  readonly reason: (left: Parts, right: Parts) => string | null;
}

/** Must run in this order: the order of parameters is only compared after tracking parameters are removed. */
const SIMPLIFICATIONS: readonly Simplification[] = [
  {
    apply: (parts) => ({ ...parts, protocol: 'https:' }),
    reason: (left, right) => (left.protocol === right.protocol ? null : 'http and https'),
  },
  {
    apply: (parts) => ({ ...parts, host: withoutWww(parts.host) }),
    reason: (left, right) => (left.host === right.host ? null : 'www'),
  },
  {
    apply: (parts) => ({ ...parts, path: withoutDoubledSlashes(parts.path) }),
    reason: ({ path: left }, { path: right }) => {
      const isChanged = withoutDoubledSlashes(left) !== left || withoutDoubledSlashes(right) !== right;
      return isChanged && withoutLastSlash(left) !== withoutLastSlash(right) ? 'doubled slashes' : null;
    },
  },
  {
    apply: (parts) => ({ ...parts, path: withoutLastSlash(parts.path) }),
    reason: (left, right) => (left.path === right.path ? null : 'trailing slash'),
  },
  {
    apply: (parts) => ({ ...parts, parameters: withoutTracking(parts) }),
    reason: (left, right) => {
      const names = new Set(tracked(left, right).concat(tracked(right, left)).map(nameOf));
      if (names.size === 0) return null;
      return `tracking parameter${names.size === 1 ? '' : 's'} ${[...names].join(', ')}`;
    },
  },
  {
    apply: (parts) => ({ ...parts, parameters: parts.parameters.toSorted(byName) }),
    reason: (left, right) =>
      left.parameters.join('&') === right.parameters.join('&') ? null : 'order of parameters',
  },
  {
    apply: (parts) => ({ ...parts, fragment: APP_FRAGMENT.test(parts.fragment) ? parts.fragment : '' }),
    reason: ({ fragment: left }, { fragment: right }) => {
      if (left === right) return null;
      return `place in the page ${[left, right].filter((fragment) => fragment !== '').join(', ')}`;
    },
  },
];

/** Such a fragment is a page of a web app. Any other fragment is a place in the page. */
const APP_FRAGMENT = /^#[!/]|[/=?&]/;

function withoutWww(host: string): string {
  return host.replace(/^www\.(?=[^.:]+\.)/, '');
}

function withoutDoubledSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/');
}

function withoutLastSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function withoutTracking({ parameters, host }: Parts): readonly string[] {
  return parameters.filter((parameter) => parameter !== '' && !isTracking(nameOf(parameter), host));
}

/** The tracking parameters of a url that the other url lacks. */
function tracked({ parameters, host }: Parts, other: Parts): readonly string[] {
  return parameters.filter(
    (parameter) => isTracking(nameOf(parameter), host) && !other.parameters.includes(parameter),
  );
}

function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end === -1 ? parameter : parameter.slice(0, end);
}

/** Sorting is stable, so parameters with the same name keep their order. */
function byName(left: string, right: string): number {
  const [a, b] = [nameOf(left), nameOf(right)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function joined({ protocol, user, host, path, parameters, fragment }: Parts): string {
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `${protocol}//${user}${host}${path}${search}${fragment}`;
}

/** The parts of a web url. Any other text is returned as a string in its only spelling. */
function partsOf(url: string): Parts | string {
  const parsed = URL.parse(url);
  if (parsed === null) return url.trim();
  const { protocol, username, password, host, hostname, port, pathname, search, hash } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return parsed.href;
  const [fragment = ''] = unescapeUnreserved(hash).split(':~:');
  const query = unescapeUnreserved(search).slice(1);
  return {
    protocol,
    user: username === '' && password === '' ? '' : `${username}:${password}@`,
    host: hostname.endsWith('.') ? `${hostname.slice(0, -1)}${port === '' ? '' : `:${port}`}` : host,
    path: unescapeUnreserved(pathname),
    parameters: query === '' ? [] : query.split('&'),
    fragment: fragment === '#' ? '' : fragment,
  };
}

const UNRESERVED = /[\w.~-]/;

/** Decodes escapes of characters that need none, and capitalizes the other escapes. */
function unescapeUnreserved(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
}
