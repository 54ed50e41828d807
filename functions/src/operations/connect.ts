import { APP_IDLE_DAYS } from '@foldmark/contract/limits';
import { allows, type Scope } from '@foldmark/contract/scopes';
import type { ConnectChecked } from '@foldmark/contract/connect';

import { isFresh, requireCurrentSession } from '#functions/accounts/current-session.ts';
import { settleOwnership } from '#functions/accounts/ownership.ts';
import { Failure, Invalid } from '#functions/errors/failure.ts';
import { authorizationOf } from '#functions/oauth/authorization.ts';
import type { Operation } from '#functions/operations/operation.ts';
import type { Caller } from '#functions/services/accounts.ts';
import type { Services } from '#functions/services/services.ts';
import { requireUser } from '#functions/store/require-user.ts';

type Asked = Omit<Extract<ConnectChecked, { state: 'ask' }>, 'state' | 'days' | 'is_fresh'>;

export const checkConnection: Operation<'/connect/check/'> = async ({ input, caller }, services) => {
  await requireUser(await services.library(caller.uid));
  const request = await requestOf(input.query, caller, services);
  if ('mistakeTo' in request) return { state: 'back', redirect_to: request.mistakeTo };
  const is_fresh = isFresh(caller, services.now());
  return { state: 'ask', ...request.asked, days: APP_IDLE_DAYS, is_fresh };
};

/** Reads the query again, because the page can be changed and a device code can expire meanwhile. */
export const decideConnection: Operation<'/connect/decide/'> = async ({ input, caller }, services) => {
  const { query, approve, scopes, device = '' } = input;
  const library = await services.library(caller.uid);
  const user = await requireUser(library);
  const request = await requestOf(query, caller, services);
  if ('mistakeTo' in request) return { redirect_to: request.mistakeTo };
  if (!approve) return { redirect_to: await request.decline() };
  if (scopes.length === 0) throw new Invalid(['scopes must not be empty.']);
  if (!scopes.every((scope) => allows(request.asked.scopes, scope)))
    throw new Invalid(['scopes can have only those that the app has asked for.']);
  await settleOwnership(user, caller, library, services);
  requireCurrentSession(caller, await services.accounts.find(caller.uid));
  if (!isFresh(caller, services.now())) throw new Failure('staleSession');
  return { redirect_to: await request.approve(scopes, device) };
};

/** A request of a client, by an address or by the code of a device. */
interface ClientRequest {
  readonly asked: Asked;
  /** Both return where the browser goes, or null. */
  readonly approve: (scopes: Scope[], device: string) => Promise<string | null>;
  readonly decline: () => Promise<string | null>;
}

async function requestOf(
  query: string,
  { uid }: Caller,
  services: Services,
): Promise<ClientRequest | { readonly mistakeTo: string }> {
  const parameters = new URLSearchParams(query);
  const userCode = parameters.get('user_code');
  // As the page, which asks to compare the code only if no client is named.
  if (userCode !== null && !parameters.has('client_id')) return deviceRequest(userCode, uid, services);
  const authorization = await authorizationOf(query, services);
  if ('mistakeTo' in authorization) return authorization;
  const { shown, approval, deniedTo, approvedTo } = authorization;
  const connections = await services.connections();
  return {
    asked: { ...shown, scopes: approval.scopes, denied_to: deniedTo },
    approve: async (scopes, device) =>
      approvedTo(await connections.approve(uid, { ...approval, scopes, device })),
    decline: async () => deniedTo,
  };
}

async function deviceRequest(userCode: string, uid: string, services: Services): Promise<ClientRequest> {
  const connections = await services.connections();
  const { name, client_host, scopes: asked } = await connections.device(uid, userCode);
  const decide = async (scopes: readonly Scope[], device: string) => {
    await connections.decide(uid, userCode, { scopes, device });
    return null;
  };
  return {
    asked: { name, host: client_host, sent_to: '', is_on_device: true, scopes: asked, denied_to: null },
    approve: decide,
    decline: async () => decide([], ''),
  };
}
