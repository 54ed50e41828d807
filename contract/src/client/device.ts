import * as z from 'zod/mini';

import type { Scope } from '../scopes.ts';
import { CallError } from './call-error.ts';
import { askForTokens, type GivenTokens, type OAuthDeps, parsed, postForm } from './oauth.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** How much longer to wait after `slow_down` (RFC 8628, 3.5). */
const SLOWER_S = 5;

const deviceSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  /** Both in seconds. */
  expires_in: z.number(),
  interval: z.number(),
});
export type DeviceOffer = z.infer<typeof deviceSchema>;

/** A code that the person enters at the page /connect, on any device. */
export async function askForDeviceCode(deps: OAuthDeps, scope: Scope): Promise<DeviceOffer> {
  return parsed(await postForm(deps, '/oauth/device', { scope }), deviceSchema);
}

/** Waits until the person has entered the code. `sleep` rejects if the person cancels. A lost answer is asked for again. */
export async function tokensOfDevice(
  deps: OAuthDeps,
  { device_code, interval }: DeviceOffer,
  sleep: (ms: number) => Promise<void>,
): Promise<GivenTokens> {
  for (let wait = interval; ;) {
    await sleep(wait * 1000);
    try {
      return await askForTokens(deps, { grant_type: GRANT_TYPE, device_code });
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown;
      if (thrown.failure === 'slow_down') wait += SLOWER_S;
      else if (thrown.kind === 'refused' && thrown.failure !== 'authorization_pending') throw thrown;
    }
  }
}
