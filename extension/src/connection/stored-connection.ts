import type { Environment } from '#extension/platform/environment.ts';

const NAME = 'connection';

export interface Connection {
  /** The address of the Foldmark. */
  readonly origin: string;
  /** Whose library it is: the same after the person has connected again. */
  readonly account: string;
  /** The person's name, for texts. Empty if they have none. */
  readonly name: string;
  /** Whether the server has ended the connection, so that the person must connect again. */
  readonly isEnded: boolean;
}

export interface StoredConnection extends Connection {
  readonly access: string;
  /** When the access token expires, in milliseconds, by the clock of this computer. */
  readonly accessUntil: number;
  readonly refresh: string;
}

export function accountOf(origin: string, userId: string): string {
  return `${origin} ${userId}`;
}

export async function readConnection(env: Environment): Promise<StoredConnection | null> {
  const stored = await env.values.get(NAME);
  return isConnection(stored) ? stored : null;
}

export async function writeConnection(env: Environment, connection: StoredConnection): Promise<void> {
  await env.values.set(NAME, connection);
}

export async function removeConnection(env: Environment): Promise<void> {
  await env.values.remove(NAME);
}

function isConnection(stored: unknown): stored is StoredConnection {
  return typeof stored === 'object' && stored !== null && 'refresh' in stored && 'account' in stored;
}
