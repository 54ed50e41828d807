/** `npm run test:bytes`: compares the size of each route of the app and of each entry of the extension with its budget. */
import { type EntryBytes, extensionBytes } from '#tools/checks/extension-bytes.ts';
import { routeBytes, type RouteBytes } from '#tools/checks/route-bytes.ts';
import type { Tally } from '#tools/support/tally.ts';

export async function checkRouteBytes(): Promise<Tally> {
  const routes = await routeBytes();
  process.stdout.write(`${tableOf(routes)}\n`);
  const budgeted = routes.filter(({ budgetBytes }) => budgetBytes !== null);
  const exceeded = budgeted.filter(
    ({ scriptBytes, budgetBytes }) => budgetBytes !== null && scriptBytes > budgetBytes,
  );
  for (const { name, scriptBytes, budgetBytes } of exceeded) {
    process.stderr.write(`✗ ${name}: ${scriptBytes} bytes of script, the budget is ${budgetBytes}\n`);
  }
  const entries = await extensionBytes();
  process.stdout.write(`\n${tableOfEntries(entries)}\n`);
  const limited = entries.filter(({ budgetBytes }) => budgetBytes !== null);
  const large = limited.filter(({ bytes, budgetBytes }) => budgetBytes !== null && bytes > budgetBytes);
  for (const { name, bytes, budgetBytes } of large) {
    process.stderr.write(`✗ ${name} of the extension: ${bytes} bytes, the budget is ${budgetBytes}\n`);
  }
  const failed = exceeded.length + large.length;
  return { passed: budgeted.length + limited.length - failed, failed, skipped: 0 };
}

function tableOfEntries(entries: readonly EntryBytes[]): string {
  const rows = entries.map(({ name, entry, bytes, budgetBytes }) => [
    name.padEnd(22),
    entry.padEnd(20),
    inKilobytes(bytes),
    budgetBytes === null ? '' : inKilobytes(budgetBytes),
  ]);
  const head = ['extension'.padEnd(22), 'entry'.padEnd(20), '   in all', '   budget'];
  return [head, ...rows].map((cells) => cells.join('').trimEnd()).join('\n');
}

function tableOf(routes: readonly RouteBytes[]): string {
  const rows = routes.map(({ name, path, scriptBytes, styleBytes, wholeScriptBytes, budgetBytes }) => [
    name.padEnd(22),
    path.padEnd(20),
    inKilobytes(wholeScriptBytes),
    inKilobytes(styleBytes),
    inKilobytes(scriptBytes),
    budgetBytes === null ? '' : inKilobytes(budgetBytes),
  ]);
  const head = ['route'.padEnd(22), 'path'.padEnd(20), '   in all', '    style', '   script', '   budget'];
  return [head, ...rows].map((cells) => cells.join('').trimEnd()).join('\n');
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
}

if (import.meta.main) {
  const { failed } = await checkRouteBytes();
  process.exitCode = failed === 0 ? 0 : 1;
}
