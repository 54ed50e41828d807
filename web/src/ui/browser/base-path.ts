/** The path below which the demo has the pages of the app. */
export const DEMO_PATH = '/demo';

/** What precedes the paths of the app's pages in the browser's URL: nothing, or the path of the demo. */
export function basePath(): string {
  return /^\/demo(?:\/|$)/i.test(location.pathname) ? DEMO_PATH : '';
}

/** The browser's path as the router sees it. During a transition, the router's own is older. */
export function pagePath(): string {
  return location.pathname.slice(basePath().length) || '/';
}
