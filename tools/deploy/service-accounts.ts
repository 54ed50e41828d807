import type { Plan } from './firebase-tools.ts';

/**
 * Throws for an account that is not named in full. The CLI completes `name@` for the service, and hands it on as it is where
 * it lets the account read a secret, which Google refuses.
 */
export function checkServiceAccounts({ functions, secretReaders }: Plan, projectId: string): string {
  const domain = `@${projectId}.iam.gserviceaccount.com`;
  const accounts = [
    ...functions.map(({ id, serviceAccount }) => [id, serviceAccount ?? ''] as const),
    ...Object.entries(secretReaders).flatMap(([secret, readers]) =>
      readers.map((reader) => [`who may read ${secret}`, reader] as const),
    ),
  ];
  const faults = accounts
    .filter(([, account]) => !account.endsWith(domain) || account === domain)
    .map(([what, account]) => `${what} is "${account}", and not an account of ${projectId} in full.`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return [...new Set(accounts.map(([, account]) => account))].join(', ');
}
