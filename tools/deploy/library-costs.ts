/**
 * `node tools/deploy/library-costs.ts` prints the costs of users with 5,000 links each, with and without snapshots.
 * deploy/README.md has these tables and the sources of the numbers. A test compares the tables.
 */
const LINKS = 5_000;
/**
 * The documents of a library: links, a fifth as many memberships, 25 folders, a hundred favorites, and a read for each empty
 * query and check.
 */
const DOCUMENTS = LINKS + LINKS / 5 + 25 + 100 + 12;
const DAYS = 30;
const NEW_BROWSERS = 4 / 12;
/** The share of new browsers that find a usable snapshot: of four a year at random times, one follows another within 25 days. */
const FOUND = 0.25;
/** Compressed sizes on the wire, in kilobytes. */
const LIBRARY_KB = 328;
const SNAPSHOT_KB = 140;
/** The reads of a new browser besides the parts of a snapshot. */
const START_READS = 9;
const CHANGES_A_DAY = 24;
const RENEWAL_DAYS = 20;
/**
 * The request and the job of a snapshot read the state, the profile, the part and its name (docs/decisions/049-snapshots.md). The
 * job also reads the newer documents, or all of them if the last snapshot is too old. It has a GiB of memory.
 */
const JOB = { reads: 8, writes: 4, seconds: 2 };
/** The average age of a snapshot that a new browser uses: half of the 25 days after which it is too old. */
const SNAPSHOT_AGE_DAYS = 12;
/** The daily use in deploy/README.md, without that of new browsers. */
const DAY = { reads: 129, writes: 38, calls: 28 };
/** The monthly use of 1,000 users, from deploy/README.md. */
const MONTH = { jobReads: 2_450, processor: 408, memory: 255, requests: 840, tasks: 450, hostingGb: 0.002 };
/** The images, icons and pictures that one user stores in a month. */
const OBJECTS = 304;
const GB = 1_000_000;

/** The list prices of deploy/README.md: dollars per unit, and the units that are free each month. */
const PRICES = {
  'Firestore reads': { price: 0.03 / 100_000, free: 50_000 * DAYS },
  'Firestore writes': { price: 0.09 / 100_000, free: 20_000 * DAYS },
  'Firestore storage': { price: 0.15, free: 1 },
  'Firestore egress': { price: 0.12, free: 10 },
  'functions, processor': { price: 0.000_024, free: 180_000 },
  'functions, memory': { price: 0.000_002_5, free: 360_000 },
  'functions, requests': { price: 0.4 / 1e6, free: 2e6 },
  'Cloud Tasks': { price: 0.4 / 1e6, free: 1e6 },
  Hosting: { price: 0.15, free: 10 },
  'S3 storage, after a year': { price: 0.023, free: 0 },
  'S3 tags, after a year': { price: 0.01 / 10_000, free: 0 },
  'S3 and its guard': { price: 0.01 / 1_000, free: 0 },
  'S3 reads': { price: 0.000_4 / 1_000, free: 0 },
  'S3 egress': { price: 0.09, free: 100 },
} as const;

type Service = keyof typeof PRICES;
type Use = Readonly<Record<Service, number>>;

interface Snapshots {
  /** The share of new browsers that find a snapshot younger than 25 days. */
  readonly found: number;
  /** The number of snapshot jobs of a user in a month. */
  readonly jobs: number;
}

/** Three scenarios: no snapshots, snapshots that new browsers ask for, and a snapshot that is renewed before it is too old. */
const SCENARIOS: readonly Snapshots[] = [
  { found: 0, jobs: 0 },
  { found: FOUND, jobs: NEW_BROWSERS * (1 - FOUND) },
  { found: 1, jobs: DAYS / RENEWAL_DAYS },
];
const PEOPLE = [1_000, 100_000];

/** The use of one user in a month. */
function monthOf({ found, jobs }: Snapshots): Use {
  const delta = CHANGES_A_DAY * SNAPSHOT_AGE_DAYS;
  const newBrowser = {
    reads: found * (1 + START_READS + delta) + (1 - found) * DOCUMENTS,
    kilobytes: found * (SNAPSHOT_KB + (delta * LIBRARY_KB) / DOCUMENTS) + (1 - found) * LIBRARY_KB,
  };
  const jobReads = JOB.reads + (found < 1 ? DOCUMENTS : CHANGES_A_DAY * RENEWAL_DAYS);
  const dailyKb = 4 * 10 + 2 * CHANGES_A_DAY;
  return {
    'Firestore reads': DAY.reads * DAYS + MONTH.jobReads + NEW_BROWSERS * newBrowser.reads + jobs * jobReads,
    'Firestore writes': DAY.writes * DAYS + jobs * JOB.writes,
    'Firestore storage': (DOCUMENTS * 3 + (jobs > 0 ? SNAPSHOT_KB : 0)) / (GB * 1.074),
    'Firestore egress': (dailyKb * DAYS + NEW_BROWSERS * newBrowser.kilobytes) / GB,
    'functions, processor': MONTH.processor + jobs * JOB.seconds,
    'functions, memory': MONTH.memory + jobs * JOB.seconds,
    'functions, requests': MONTH.requests + jobs * 2,
    'Cloud Tasks': MONTH.tasks + jobs * 3,
    Hosting: MONTH.hostingGb + (NEW_BROWSERS * 500) / GB,
    'S3 storage, after a year': 0.071,
    'S3 tags, after a year': OBJECTS * 12,
    'S3 and its guard': OBJECTS,
    'S3 reads': 2_500,
    'S3 egress': 0.04,
  };
}

function dollars(service: Service, used: number): number {
  const { price, free } = PRICES[service];
  return Math.max(0, used - free) * price;
}

function isService(name: string): name is Service {
  return Object.hasOwn(PRICES, name);
}

/** The rows of the table in deploy/README.md: dollars a month for each number of users in each scenario. */
export function costRows(): readonly (readonly string[])[] {
  const columns = PEOPLE.flatMap((people) =>
    SCENARIOS.map((scenario) => ({ people, use: monthOf(scenario) })),
  );
  const services = Object.keys(PRICES).filter(isService);
  const sums = columns.map(({ people, use }) =>
    services.map((service) => dollars(service, people * use[service])),
  );
  const rows = services.map((service, row) => [service, ...sums.map((column) => money(column[row] ?? 0))]);
  const together = sums.map((column) => money(column.reduce((sum, value) => sum + value, 0)));
  return [...rows, ['together', ...together]];
}

/** The reads of one new browser and of one job, as in deploy/README.md. */
export function readsOfOne(): readonly number[] {
  return [
    DOCUMENTS,
    1 + START_READS,
    CHANGES_A_DAY * SNAPSHOT_AGE_DAYS,
    JOB.reads + CHANGES_A_DAY * RENEWAL_DAYS,
  ];
}

function money(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

if (import.meta.main) for (const row of costRows()) process.stdout.write(`| ${row.join(' | ')} |\n`);
