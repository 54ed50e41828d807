/** What an answer of Hosting must say, by header name; the reason it may not is the answer of `wrong`. */
interface Demand {
  readonly header: string;
  readonly wrong: (value: string) => string | null;
}

const YEAR_S = 31_536_000;

const SECURITY: readonly Demand[] = [
  { header: 'content-security-policy', wrong: wrongPolicy },
  {
    header: 'strict-transport-security',
    wrong: (value) =>
      Number(/max-age=(?<age>\d+)/.exec(value)?.groups?.['age'] ?? 0) >= YEAR_S ? null : 'must last a year',
  },
  { header: 'x-content-type-options', wrong: mustBe('nosniff') },
  {
    header: 'referrer-policy',
    // A browser key that is restricted to our websites is refused by Firestore where a request names no site.
    wrong: (value) =>
      ['strict-origin', 'strict-origin-when-cross-origin'].includes(value)
        ? null
        : 'must tell other sites the origin, and no more',
  },
];

/** Each kind of address, and how long a browser may keep its answer. */
const CACHING = {
  page: { header: 'cache-control', wrong: mustBe('no-cache') },
  hashed: { header: 'cache-control', wrong: mustBe(`public, max-age=${YEAR_S}, immutable`) },
} satisfies Record<string, Demand>;

export type Kind = keyof typeof CACHING;

/** One line for each header of an answer that is missing or wrong. */
export function headerFaults(kind: Kind, headers: Headers): string[] {
  return [...SECURITY, CACHING[kind]].flatMap(({ header, wrong }) => {
    const value = headers.get(header);
    const reason = value === null ? 'is missing' : wrong(value);
    return reason === null ? [] : [`${header} ${reason}`];
  });
}

/** A page of Hosting's own, which our page shows in a frame to sign in. Nothing of ours may be said of it. */
export const RESERVED = '/__/auth/iframe';

/** One line for each header that would keep our page from framing what Hosting serves at its reserved paths. */
export function reservedFaults(headers: Headers): string[] {
  const ancestors = policySources(headers.get('content-security-policy') ?? '')('frame-ancestors');
  return [
    headers.has('x-frame-options') ? ['must not have x-frame-options'] : [],
    ancestors.includes("'none'") ? ["must not have a policy with frame-ancestors 'none'"] : [],
  ].flat();
}

/** One line for each header that is missing or wrong at an address of the app in the cloud, where Hosting has the last word. */
export async function liveFaults(origin: string): Promise<string[]> {
  const [page, reserved] = await Promise.all([fetch(`${origin}/`), fetch(`${origin}${RESERVED}`)]);
  return [
    ...headerFaults('page', page.headers).map((fault) => `/: ${fault}`),
    ...reservedFaults(reserved.headers).map((fault) => `${RESERVED}: ${fault}`),
  ];
}

function mustBe(wanted: string): Demand['wrong'] {
  return (value) => (value === wanted ? null : `must be "${wanted}"`);
}

function wrongPolicy(value: string): string | null {
  const sourcesOf = policySources(value);
  const laxScripts = sourcesOf('script-src').filter((source) => LAX.has(source));
  if (laxScripts.length > 0) return `lets scripts come from ${laxScripts.join(', ')}`;
  const open = SHUT.find((name) => sourcesOf(name).join(' ') !== "'none'");
  return open === undefined ? null : `must say ${open} 'none'`;
}

const LAX: ReadonlySet<string> = new Set([
  "'unsafe-inline'",
  "'unsafe-eval'",
  '*',
  'https:',
  'http:',
  'data:',
]);
const SHUT = ['frame-ancestors', 'object-src', 'base-uri'];
/** What default-src says nothing of. */
const ALONE: ReadonlySet<string> = new Set(['frame-ancestors', 'base-uri']);

/** What a Content-Security-Policy allows of a kind; everything where it does not say. */
export function policySources(policy: string): (directive: string) => readonly string[] {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  return (name) =>
    directives.get(name) ?? (ALONE.has(name) ? undefined : directives.get('default-src')) ?? ['*'];
}
