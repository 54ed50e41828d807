import { onRequest } from 'firebase-functions/v2/https';

import { requestOf, send } from '#functions/cloud/http.ts';
import { cloudServices } from '#functions/cloud/services.ts';
import { handle } from '#functions/http/handle.ts';
import { operations } from '#functions/operations/operations.ts';

import manifest from '../package.json' with { type: 'json' };

const REGION = 'us-east1';

const services = cloudServices(manifest.version);

export const api = onRequest({ region: REGION, invoker: 'public' }, async (request, response) => {
  send(await handle(requestOf(request), operations, services), response);
});
