/** `npm run test:bytes`: compares the download size of each route with its budget. */
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
  return { passed: budgeted.length - exceeded.length, failed: exceeded.length, skipped: 0 };
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
