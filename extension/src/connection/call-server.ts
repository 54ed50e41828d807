import { callApi } from '@foldmark/contract/client/call-api';
import { CallError, ended } from '@foldmark/contract/client/call-error';
import { refreshTokens } from '@foldmark/contract/client/oauth';
import type { Answer, Input, Path } from '@foldmark/contract/endpoints';
import { EXTENSION } from '@foldmark/contract/own-clients';
import type * as z from 'zod/mini';

import {
  readConnection,
  type StoredConnection,
  writeConnection,
} from '#extension/connection/stored-connection.ts';
import type { Environment } from '#extension/platform/environment.ts';

/** A token that expires within this time is not used, because a call takes time. */
const SPARE_MS = 60_000;

/** Makes a call for an account. The error is of kind `ended` if the browser is connected with another account by now. */
export async function callServer<P extends Path>(
  env: Environment,
  account: string,
  path: P,
  input: Input<P>,
  schema: z.ZodMiniType<Answer<P>>,
): Promise<Answer<P>> {
  const { origin } = await openConnection(env, account);
  const token = async (refused: string | null): Promise<string> => accessToken(env, account, refused);
  try {
    return await callApi({ fetch: env.fetch, origin, token }, path, input, schema);
  } catch (thrown) {
    // A new token was refused too.
    if (thrown instanceof CallError && thrown.kind === 'ended' && thrown.status === 401)
      await endConnection(env, account);
    throw thrown;
  }
}

/** A token that is not the refused one. All contexts share one refresh. */
async function accessToken(env: Environment, account: string, refused: string | null): Promise<string> {
  const known = usable(env, await openConnection(env, account), refused);
  return (
    known ??
    env.withLock('refresh', async () => {
      const connection = await openConnection(env, account);
      return usable(env, connection, refused) ?? refreshed(env, connection);
    })
  );
}

function usable(env: Environment, { access, accessUntil }: StoredConnection, refused: string | null) {
  return access !== refused && accessUntil - SPARE_MS > env.now() ? access : null;
}

/**
 * Stores the new tokens before any of them is used. If the answer or this worker is lost before, the server gives the same tokens
 * for the old refresh token again.
 */
async function refreshed(env: Environment, connection: StoredConnection): Promise<string> {
  const { origin, account, refresh } = connection;
  try {
    const { fetch } = env;
    const tokens = await refreshTokens({ fetch, origin, clientId: EXTENSION.client_id }, refresh);
    // The person may have disconnected, or connected again, meanwhile.
    const current = await readConnection(env);
    if (current?.refresh !== refresh) throw ended();
    await writeConnection(env, {
      ...current,
      access: tokens.access_token,
      accessUntil: env.now() + tokens.expires_in * 1000,
      refresh: tokens.refresh_token,
    });
    return tokens.access_token;
  } catch (thrown) {
    if (thrown instanceof CallError && thrown.kind === 'ended' && thrown.status > 0)
      await endConnection(env, account);
    throw thrown;
  }
}

async function openConnection(env: Environment, account: string): Promise<StoredConnection> {
  const connection = await readConnection(env);
  if (connection === null || connection.account !== account || connection.isEnded) throw ended();
  return connection;
}

/** The server has ended the connection. Badge and pages tell it, and only the person can connect again. */
async function endConnection(env: Environment, account: string): Promise<void> {
  const connection = await readConnection(env);
  if (connection === null || connection.account !== account || connection.isEnded) return;
  await writeConnection(env, { ...connection, isEnded: true });
  env.tellChanged();
}
