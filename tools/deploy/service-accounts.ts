import type { Plan } from './firebase-tools.ts';

/**
 * Throws an error for an account that is not a full address. The CLI expands `name@` for the function itself, but not when
 * it grants the account access to a secret, and Google then refuses the grant.
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
