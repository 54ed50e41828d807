/**
 * Lets the app start without a network. It answers from what it has for the app's own files and for uploaded images; the
 * API, the sign-in pages and everything of others go past it.
 */
import { environmentOf } from '#web/app/environment.ts';
import { shownImagesIn } from '#web/app/updates/shown-images.ts';
import { TAKE_OVER } from '#web/app/updates/take-over.ts';
import { registerRoute } from 'workbox-routing';

import { LOCAL_SERVICES, localServices, keepLocalServices } from './local-services.ts';
import { isOurPage } from './our-page.ts';
import { createShell, type Manifest } from './shell.ts';
import { createUploads } from './uploads.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Manifest };

const environment = environmentOf(location.hostname);
const isLocal = environment.name === 'local';
// oxlint-disable-next-line eslint/no-underscore-dangle -- the name that the build puts the list in for
const shell = createShell(self.__WB_MANIFEST);
const uploads = createUploads(environment);

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([shell.install(event), isLocal ? keepLocalServices() : null]));
});

self.addEventListener('activate', (event) => {
  // Controls the page of a first visit from now on, which then says which images it has shown already.
  event.waitUntil(Promise.all([shell.activate(), self.clients.claim()]));
});

// A new version waits until somebody asks for it: it never takes a page away under anybody's hands.
self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
  else event.waitUntil(Promise.all(shownImagesIn(event.data).map(async (url) => uploads.keep(url))));
});

registerRoute(({ request, url }) => request.mode === 'navigate' && isOurPage(url), shell.page);
registerRoute(({ sameOrigin, url }) => sameOrigin && shell.has(url), shell.file);
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), shell.earlierFile);
registerRoute(({ request, url }) => request.destination === 'image' && uploads.has(url), uploads.answer);
if (isLocal)
  registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === LOCAL_SERVICES, localServices);
