import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

import { Refused } from '#functions/page-details/refused.ts';

/** All addresses of a host, as the system knows them. */
export async function resolveHost(hostname: string): Promise<LookupAddress[]> {
  try {
    return await lookup(hostname, { all: true });
  } catch (error) {
    // The name servers have answered that there is none; when they could not answer, the code is another.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND')
      throw new Refused('no such host');
    throw error;
  }
}
