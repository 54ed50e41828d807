import type { Machine } from '#tests/load/machine.ts';
import { ROW_NAMES, rowOf, type RowName, type Unit } from '#tests/load/rows.ts';
import { summaryOf } from '#tests/load/statistics.ts';

export interface Results {
  readonly machine: Machine;
  readonly samples: ReadonlyMap<RowName, readonly number[]>;
  /** What kept a part from being measured, by its name. */
  readonly failures: ReadonlyMap<string, string>;
}

const HEADER = ['what', 'median', 'min to max', 'runs', 'goal', 'of the goal', 'Karakeep', 'of Karakeep'];

/** A Markdown table, which is read well in a terminal too. */
export function tableOf({ samples, failures }: Results, parts: readonly string[]): string {
  const rows = ROW_NAMES.filter((name) => parts.includes(partOf(name))).map((name) =>
    cellsOf(name, samples.get(name) ?? [], failures),
  );
  const widths = HEADER.map((_, column) =>
    Math.max(...[HEADER, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADER), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function cellsOf(name: RowName, values: readonly number[], failures: Results['failures']): string[] {
  const { what, unit, goal, karakeep } = rowOf(name);
  const summary = summaryOf(values);
  const bounds = [
    withUnit(goal, unit),
    ratio(summary?.median, goal),
    withUnit(karakeep, unit),
    ratio(summary?.median, karakeep),
  ];
  if (summary === null) {
    const why = failures.has(partOf(name)) ? 'failed' : 'not measured';
    return [what, why, '', '0', bounds[0] ?? '', '', bounds[2] ?? '', ''];
  }
  const { median, min, max, runs } = summary;
  const range = `${digits(min, unit)} to ${digits(max, unit)}`;
  return [what, withUnit(median, unit), range, String(runs), ...bounds];
}

export function partOf(name: RowName): string {
  return name.slice(0, name.indexOf('/'));
}

export function failuresOf({ failures }: Results): string {
  return [...failures].map(([part, why]) => `Part '${part}' failed: ${why}`).join('\n');
}

export function markdownOf(results: Results, parts: readonly string[]): string {
  const { date, processor, cores, memoryGb, system, node, chromium, workMs } = results.machine;
  const failed = failuresOf(results);
  return `# How fast Foldmark is

Written by \`npm run measure\`; [performance.json](performance.json) has every single value.

Taken on ${date} UTC: ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, Chromium ${chromium}.
Everything runs on that one machine: the local cloud, the browser, and what measures. To make 100,000 records, write them as
JSON, read and sort them takes it ${workMs} ms: the same machine is not as fast at all times.

${tableOf(results, parts)}

- The clocks run inside the page: from the real key, or the start of the navigation, to the first frame in which the thing
  is to be seen and the main thread is free again. Ratios below 1 are better.
- The library of n links has 25 folders up to five deep, every fifth link in one of them, and a hundred favourites.
- Warm: the tab is opened where the library was opened before, with the service worker of the app. Cold: the account is signed
  in and nothing else is there, neither the app nor the library. In both, and where a link is added or searched, the browser
  has a profile on disk, and nothing of Playwright in it, which stops each page and each worker for a look and makes a start
  up to twice as long.
- The first link of a warm start is one of the picture that was kept when the library was left.
- Usable: links, the rail with its numbers, the search field and the way out are there and answer.
- Added links: each tab is in a window of its own, since of two in one window only one is drawn; the second device is a
  browser of its own.
- Heaps are what is in use after a collection. A tab that is used longer also grows by the code that the browser compiles of
  ever more functions; without that code it is what the app could fail to let go.
- The API is the built function on the Functions Framework in one process, which shares the machine with Firestore, with
  the Auth emulator (asked about each token, where the cloud looks at a signature) and with what makes the load.
- Karakeep is 7ca5ee2 in its production build with SQLite, on two such cores, the same Chromium, loopback, medians.
${failed === '' ? '' : `\n${failed}\n`}`;
}

export function jsonOf({ machine, samples, failures }: Results): string {
  const rows = ROW_NAMES.flatMap((name) => {
    const values = samples.get(name);
    const summary = values === undefined ? null : summaryOf(values);
    return values === undefined || summary === null ? [] : [{ name, ...rowOf(name), ...summary, values }];
  });
  return `${JSON.stringify({ machine, rows, failures: Object.fromEntries(failures) }, rounded, 2)}\n`;
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(2)) : value;
}

function withUnit(value: number | undefined, unit: Unit): string {
  if (value === undefined) return '';
  return unit === '%' ? `${digits(value, unit)}%` : `${digits(value, unit)} ${unit}`;
}

function digits(value: number, unit: Unit): string {
  const isFine = Math.abs(value) < 10 && unit !== 'reads' && unit !== 'rows' && unit !== 'elements';
  if (isFine) return value.toFixed(1);
  return Math.round(value).toLocaleString('en');
}

function ratio(value: number | undefined, to: number | undefined): string {
  return value === undefined || to === undefined ? '' : (value / to).toFixed(2);
}
