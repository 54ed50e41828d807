/** The name of the browser cache in which the service worker keeps the user's images. */
export const UPLOADS_CACHE = 'foldmark-uploads';
