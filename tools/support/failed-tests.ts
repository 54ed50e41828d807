import { readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

const LINES_MAX = 12;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.prefault(z.array(z.string()), []),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
    }),
  ),
});
interface PlaywrightSuite {
  readonly specs: readonly z.infer<typeof playwrightSpec>[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}
const playwrightSuite: z.ZodMiniType<PlaywrightSuite> = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

/** The failed tests in a report of Vitest or Playwright, each with its first error. Empty if there is no report. */
export async function failedTests(reportFile: string): Promise<readonly string[]> {
  const report: unknown = JSON.parse(await readFile(reportFile, 'utf8').catch(() => '{}'));
  const vitest = z.safeParse(vitestReport, report);
  if (vitest.success) return vitest.data.testResults.flatMap(failedIn);
  const playwright = z.safeParse(playwrightReport, report);
  return playwright.success ? playwright.data.suites.flatMap(failedInSuite) : [];
}

function failedIn({
  name,
  message,
  assertionResults,
}: z.infer<typeof vitestReport>['testResults'][number]): readonly string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  // A file that did not load has a message and no tests.
  if (assertionResults.length === 0 && message !== '') return [entry(name, message)];
  return failed.map(({ fullName, failureMessages: [first = ''] }) => entry(`${name} › ${fullName}`, first));
}

function failedInSuite({ specs, suites = [] }: PlaywrightSuite): readonly string[] {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some(({ results }) => results.length > 1));
  return [
    ...failed.map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return entry(`${file} › ${title}`, errors[0]?.message ?? '');
    }),
    ...suites.flatMap(failedInSuite),
  ];
}

function entry(name: string, error: string): string {
  const lines = error.split('\n').slice(0, LINES_MAX);
  return [`✗ ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
