import { setTimeout as sleep } from 'node:timers/promises';

import { PROJECT_ID } from '#tools/suite/places.ts';

interface Scheduled {
  readonly name: string;
  readonly region: string;
  readonly everyMs: number;
}

/** The delay of the first run, so that the jobs wait for the first page to load. */
const FIRST_RUN_MS = 60_000;
const DAILY = /^\d+ \d+ \* \* \*$/;
const UNITS_MS = { minutes: 60_000, hours: 3_600_000 };

/**
 * Runs the scheduled functions until `signal` aborts. The official emulator only runs them on an HTTP request: its clock is
 * the Pub/Sub emulator, which needs Java. Each job runs a minute after the start, and then by its schedule.
 */
export async function runSchedule(
  functionsUrl: string,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const jobs = await scheduledAt(functionsUrl);
  await Promise.all(
    jobs.map(async (job) => {
      for (let wait = FIRST_RUN_MS; await slept(wait, signal); wait = job.everyMs) {
        await run(functionsUrl, job).catch(onError);
      }
    }),
  );
}

/** Runs a scheduled function once, for a test. Rejects if it fails. */
export async function runScheduled(functionsUrl: string, name: string): Promise<void> {
  const job = (await scheduledAt(functionsUrl)).find((one) => one.name === name);
  if (job === undefined) throw new Error(`There is no scheduled function ${name}.`);
  await run(functionsUrl, job);
}

async function run(functionsUrl: string, { name, region }: Scheduled): Promise<void> {
  // The emulator appends -0 to the names of background functions.
  const answer = await fetch(`${functionsUrl}/${PROJECT_ID}/${region}/${name}-0`, { method: 'POST' });
  if (!answer.ok) throw new Error(`The job ${name} failed (${answer.status}): ${await answer.text()}`);
}

async function scheduledAt(functionsUrl: string): Promise<Scheduled[]> {
  const answer = await fetch(`${functionsUrl}/backends`);
  const { backends }: { backends: readonly Backend[] } = JSON.parse(await answer.text());
  return backends.flatMap(({ functionTriggers }) =>
    functionTriggers.flatMap(({ name, region, schedule }) =>
      schedule === undefined ? [] : [{ name, region, everyMs: intervalOf(schedule.schedule) }],
    ),
  );
}

interface Backend {
  readonly functionTriggers: readonly {
    readonly name: string;
    readonly region: string;
    readonly schedule?: { readonly schedule: string };
  }[];
}

/**
 * The interval of a schedule in milliseconds. Parses the two forms of Cloud Scheduler that we use: "every 10 minutes", and a
 * daily cron expression.
 */
export function intervalOf(schedule: string): number {
  if (DAILY.test(schedule)) return 24 * UNITS_MS.hours;
  const { count = '', unit } = /^every (?<count>\d+) (?<unit>minutes|hours)$/.exec(schedule)?.groups ?? {};
  if (unit !== 'minutes' && unit !== 'hours')
    throw new Error(`The local schedule can't parse "${schedule}".`);
  return Number(count) * UNITS_MS[unit];
}

async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}
