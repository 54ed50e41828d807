/**
 * Lets the app start without a network. It serves the app's own files and uploaded images from caches. Requests to the API, the
 * sign-in pages and other sites go to the network.
 */
import { environmentOf } from '#web/app/start/environment.ts';
import { shownImagesIn } from '#web/app/updates/shown-images.ts';
import { TAKE_OVER } from '#web/ui/loading/take-over.ts';
import { registerRoute } from 'workbox-routing';

import { LOCAL_SERVICES, localServices, storeLocalServices } from './local-services.ts';
import { isOurPage } from './our-page.ts';
import { createShell, type Manifest } from './shell.ts';
import { createUploads } from './uploads.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Manifest };

const environment = environmentOf(location.hostname);
const isLocal = environment.name === 'local';
// oxlint-disable-next-line eslint/no-underscore-dangle -- the build replaces this name by the list
const shell = createShell(self.__WB_MANIFEST);
const uploads = createUploads(environment);

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([shell.install(event), isLocal ? storeLocalServices() : null]));
});

self.addEventListener('activate', (event) => {
  // Take control of the first visit's page, which then sends the urls of the images that it has shown.
  event.waitUntil(Promise.all([shell.activate(), self.clients.claim()]));
});

// A new version waits until the user accepts the update, so that no open page changes its version.
self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
  else event.waitUntil(Promise.all(shownImagesIn(event.data).map(async (url) => uploads.store(url))));
});

registerRoute(({ request, url }) => request.mode === 'navigate' && isOurPage(url), shell.page);
registerRoute(({ sameOrigin, url }) => sameOrigin && shell.has(url), shell.file);
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), shell.earlierFile);
registerRoute(({ request, url }) => request.destination === 'image' && uploads.has(url), uploads.answer);
if (isLocal)
  registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === LOCAL_SERVICES, localServices);
