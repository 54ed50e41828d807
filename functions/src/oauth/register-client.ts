import * as z from 'zod/mini';

import { OAuthError } from '#functions/errors/oauth-error.ts';
import { clientName } from '#functions/oauth/client-name.ts';
import { isRedirect, REDIRECT_MAX_LENGTH } from '#functions/oauth/redirects.ts';
import type { OAuthClients } from '#functions/services/oauth-clients.ts';

const REDIRECTS_MAX_COUNT = 10;
/** The most bytes of the name and the addresses. The id is a third longer, and is sent in urls. */
const CONTENT_MAX_BYTES = 1200;
const BY_CODE = 'authorization_code';
const BY_DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const GRANT_TYPES: ReadonlySet<string> = new Set([BY_CODE, BY_DEVICE, 'refresh_token']);

/** What we use of the metadata of a client. RFC 7591 has us ignore all other fields. */
const metadataSchema = z.object({
  redirect_uris: z.prefault(z.array(z.string()), []),
  client_name: z.prefault(z.string(), ''),
  grant_types: z.prefault(z.array(z.string()), [BY_CODE]),
});

const ALLOWED = `https, http on a loopback address, or an app's own scheme such as com.example.app:/; no user, fragment or *; ${REDIRECT_MAX_LENGTH} characters at most`;

/** Registers a client by its metadata, a JSON text (RFC 7591). Returns what it is: a public client, which has no secret. */
export async function registerClient(text: string, clients: OAuthClients): Promise<object> {
  const { redirect_uris, client_name, grant_types } = metadataOf(jsonOf(text));
  const grants = grant_types.filter((type) => GRANT_TYPES.has(type));
  const isByCode = grants.includes(BY_CODE);
  if (!isByCode && !grants.includes(BY_DEVICE))
    throw new OAuthError('invalid_client_metadata', `grant_types needs ${BY_CODE} or ${BY_DEVICE}.`);
  if ((isByCode && redirect_uris.length === 0) || redirect_uris.length > REDIRECTS_MAX_COUNT)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris needs 1 to ${REDIRECTS_MAX_COUNT} entries.`);
  if (!redirect_uris.every(isRedirect))
    throw new OAuthError('invalid_redirect_uri', `Each of redirect_uris must be ${ALLOWED}.`);
  const name = clientName(client_name);
  if (Buffer.byteLength([name, ...redirect_uris].join()) > CONTENT_MAX_BYTES)
    throw new OAuthError(
      'invalid_client_metadata',
      `client_name and redirect_uris can have ${CONTENT_MAX_BYTES} bytes together.`,
    );
  const { client_id } = await clients.register({ name, redirect_uris });
  return {
    client_id,
    // Without it, the client sees that its name is not shown.
    ...(name !== '' && { client_name: name }),
    redirect_uris,
    grant_types: grants,
    response_types: isByCode ? ['code'] : [],
    token_endpoint_auth_method: 'none',
  };
}

function metadataOf(body: unknown): z.output<typeof metadataSchema> {
  const { data, error } = z.safeParse(metadataSchema, body);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const field = String(issue?.path[0] ?? 'The body');
  const code = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  throw new OAuthError(code, `${field} has the wrong type.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON.');
  }
}
