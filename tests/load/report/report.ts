import type { Machine } from '#tests/load/report/machine.ts';
import { ROW_NAMES, rowOf, type RowName, type Unit } from '#tests/load/report/rows.ts';
import { summaryOf } from '#tests/load/report/statistics.ts';

export interface Results {
  readonly machine: Machine;
  readonly samples: ReadonlyMap<RowName, readonly number[]>;
  /** The error of each failed part, by its name. */
  readonly failures: ReadonlyMap<string, string>;
}

const HEADER = ['what', 'median', 'min to max', 'runs', 'goal', 'of the goal', 'Karakeep', 'of Karakeep'];

/** A Markdown table with padded columns, readable in a terminal too. */
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
    const reason = failures.has(partOf(name)) ? 'failed' : 'not measured';
    return [what, reason, '', '0', bounds[0] ?? '', '', bounds[2] ?? '', ''];
  }
  const { median, min, max, runs } = summary;
  const range = `${digits(min, unit)} to ${digits(max, unit)}`;
  return [what, withUnit(median, unit), range, String(runs), ...bounds];
}

export function partOf(name: RowName): string {
  return name.slice(0, name.indexOf('/'));
}

export function failuresOf({ failures }: Results): string {
  return [...failures].map(([part, reason]) => `Part '${part}' failed: ${reason}`).join('\n');
}

export function markdownOf(results: Results, parts: readonly string[]): string {
  const { date, processor, cores, memoryGb, system, node, chromium, workMs } = results.machine;
  const failed = failuresOf(results);
  return `# How fast Foldmark is

Written by \`npm run measure\`; [performance.json](performance.json) has every value.

Measured on ${date} UTC: ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, Chromium ${chromium}.
The local cloud, the browser and the measuring script share that machine. Its speed varies: here it took ${workMs} ms to create,
serialize, parse and sort 100,000 records.

${tableOf(results, parts)}

- The clocks run inside the page. They start at the key press or the navigation. They stop after the first frame that shows
  the result, once the main thread is idle. Ratios below 1 are better.
- A library of n links has 25 folders up to five deep, every fifth link in a folder, and a hundred favorites.
- Warm: the browser has opened the library before and has the app's service worker. Cold: the browser is signed in, but has
  neither the app nor the library stored.
- Starts, added links, searches, other orders, quick open and the folders of a link run in a browser with a profile on disk and
  without Playwright. Playwright pauses each new page and worker, which makes a start up to twice as long.
- The first link of a warm start comes from the first-paint snapshot, which the app stores when a tab is left.
- Round trips are simulated by DevTools for the requests of the page: the latency once for each request, without the handshakes of a
  connection. Their number is the difference between the first links at 1,150 and 150 ms, divided by 1,000 ms.
- Usable: links, the rail with its counts, the search field and the logout button are visible and respond.
- Added links: each tab has its own window, because a browser draws only the front tab of a window. The second device is
  another browser.
- Main thread of a key: all tasks in half a second from the key on. The longest of these tasks decides whether a frame is missed.
- Listening tabs: two browser contexts with 10,000 links. The changes are written to Firestore directly, so that all billed reads
  are those of the feeds. Tasks come from Chromium's trace; their processor time does not count other programs.
- Heaps are measured after a garbage collection. A long-lived tab also grows by compiled code. The row without that code
  shows what the app could leak.
- The API is the built function in one process of the Functions Framework. It shares the machine with Firestore, the load
  generator and the Auth emulator, which checks each token. The cloud verifies a signature instead.
- Karakeep is commit 7ca5ee2 as a production build with SQLite, on the same two cores, Chromium and loopback; medians.
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

/** Units of whole numbers. */
const COUNTS: ReadonlySet<Unit> = new Set(['reads', 'requests', 'rows', 'calls', 'elements']);

function digits(value: number, unit: Unit): string {
  const isFine = Math.abs(value) < 10 && !COUNTS.has(unit);
  if (isFine) return value.toFixed(1);
  return Math.round(value).toLocaleString('en');
}

function ratio(value: number | undefined, to: number | undefined): string {
  return value === undefined || to === undefined ? '' : (value / to).toFixed(2);
}
