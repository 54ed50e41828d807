/** Where the service worker keeps the images of whoever is here: in the browser's storage, under this name. */
export const UPLOADS_CACHE = 'foldmark-uploads';
