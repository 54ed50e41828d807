import { expect, inject } from 'vitest';

import type { Answer } from '#tests/api/support.ts';

/** Makes a call. Returns what Firestore bills for it. */
export async function billOf(call: () => Promise<Answer>): Promise<object> {
  const { firestoreHost, projectId } = inject('suite');
  const url = `http://${firestoreHost}/emulator/v1/projects/${projectId}/usage`;
  await fetch(url, { method: 'DELETE' });
  const { status } = await call();
  expect(status).toBeLessThan(300);
  const bill: Record<string, number> = JSON.parse(await (await fetch(url)).text());
  return { reads: String(bill['reads']), writes: String(bill['writes']), deletes: String(bill['deletes']) };
}
