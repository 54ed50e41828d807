/** A required response header. `wrong` returns the reason why a value is not acceptable, or null. */
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
    // Firestore refuses a request without a referrer if the API key is restricted to our websites.
    wrong: (value) =>
      ['strict-origin', 'strict-origin-when-cross-origin'].includes(value)
        ? null
        : 'must tell other sites the origin, and no more',
  },
];

/** How long a browser may cache each kind of response. */
const CACHING = {
  page: { header: 'cache-control', wrong: mustBe('no-cache') },
  hashed: { header: 'cache-control', wrong: mustBe(`public, max-age=${YEAR_S}, immutable`) },
} satisfies Record<string, Demand>;

export type Kind = keyof typeof CACHING;

/** One line for each missing or wrong header of a response. */
export function headerFaults(kind: Kind, headers: Headers): string[] {
  return [...SECURITY, CACHING[kind]].flatMap(({ header, wrong }) => {
    const value = headers.get(header);
    const reason = value === null ? 'is missing' : wrong(value);
    return reason === null ? [] : [`${header} ${reason}`];
  });
}

/** A page that Hosting serves itself. Our page frames it to sign in, so our headers must not apply to it. */
export const RESERVED_PATH = '/__/auth/iframe';

/** One line for each header that would prevent our page from framing Hosting's reserved pages. */
export function reservedFaults(headers: Headers): string[] {
  const ancestors = policySources(headers.get('content-security-policy') ?? '')('frame-ancestors');
  return [
    headers.has('x-frame-options') ? ['must not have x-frame-options'] : [],
    ancestors.includes("'none'") ? ["must not have a policy with frame-ancestors 'none'"] : [],
  ].flat();
}

/** Checks the headers of the deployed app, since only the real Hosting decides which headers it sends. */
export async function liveFaults(origin: string): Promise<string[]> {
  const [page, reserved] = await Promise.all([fetch(`${origin}/`), fetch(`${origin}${RESERVED_PATH}`)]);
  return [
    ...headerFaults('page', page.headers).map((fault) => `/: ${fault}`),
    ...reservedFaults(reserved.headers).map((fault) => `${RESERVED_PATH}: ${fault}`),
  ];
}

function mustBe(expected: string): Demand['wrong'] {
  return (value) => (value === expected ? null : `must be "${expected}"`);
}

function wrongPolicy(value: string): string | null {
  const sourcesOf = policySources(value);
  const unsafe = sourcesOf('script-src').filter((source) => UNSAFE_SOURCES.has(source));
  if (unsafe.length > 0) return `allows scripts from ${unsafe.join(', ')}`;
  const open = MUST_BE_NONE.find((name) => sourcesOf(name).join(' ') !== "'none'");
  return open === undefined ? null : `must say ${open} 'none'`;
}

const UNSAFE_SOURCES: ReadonlySet<string> = new Set([
  "'unsafe-inline'",
  "'unsafe-eval'",
  '*',
  'https:',
  'http:',
  'data:',
]);
const MUST_BE_NONE = ['frame-ancestors', 'object-src', 'base-uri'];
/** Directives that do not fall back to default-src. */
const WITHOUT_FALLBACK: ReadonlySet<string> = new Set(['frame-ancestors', 'base-uri']);

/** Parses a Content-Security-Policy. The result maps a directive to its sources, with the fallback to default-src. */
export function policySources(policy: string): (directive: string) => readonly string[] {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  return (name) =>
    directives.get(name) ?? (WITHOUT_FALLBACK.has(name) ? undefined : directives.get('default-src')) ?? ['*'];
}
