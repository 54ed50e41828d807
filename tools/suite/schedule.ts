import { setTimeout as sleep } from 'node:timers/promises';

import { PROJECT_ID } from '#tools/suite/places.ts';

interface Scheduled {
  readonly name: string;
  readonly region: string;
  readonly everyMs: number;
}

/** Long enough after the start that the first page has what the machine can give. */
const FIRST_RUN_MS = 60_000;
const DAILY = /^\d+ \d+ \* \* \*$/;
const UNITS_MS = { minutes: 60_000, hours: 3_600_000 };

/**
 * The schedule of the local cloud. The official emulator knows the scheduled functions, and runs one that is asked for over
 * HTTP; the clock behind it would be the Pub/Sub emulator, which needs Java. Each job runs a minute after the start, and
 * from then on as its schedule says.
 */
export async function keepSchedule(
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

/** Runs a scheduled function now, as a test does. Resolves when it has ended, and rejects when it failed. */
export async function runScheduled(functionsUrl: string, name: string): Promise<void> {
  const job = (await scheduledAt(functionsUrl)).find((one) => one.name === name);
  if (job === undefined) throw new Error(`There is no scheduled function ${name}.`);
  await run(functionsUrl, job);
}

async function run(functionsUrl: string, { name, region }: Scheduled): Promise<void> {
  // The number is the emulator's own, of functions that something else triggers.
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

/** Of the schedules that Cloud Scheduler knows, those that we use: "every 10 minutes", and once a day as cron writes it. */
export function intervalOf(schedule: string): number {
  if (DAILY.test(schedule)) return 24 * UNITS_MS.hours;
  const { count = '', unit } = /^every (?<count>\d+) (?<unit>minutes|hours)$/.exec(schedule)?.groups ?? {};
  if (unit !== 'minutes' && unit !== 'hours') throw new Error(`The local cloud can't keep "${schedule}".`);
  return Number(count) * UNITS_MS[unit];
}

async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}
