import { loadable } from './loadable.tsx';

/** The components of the search, which load after the first list. */
export const searchScreen = loadable(
  async () => (await import('#web/features/search/search-screen.tsx')).SearchScreen,
);
export const searchTools = loadable(
  async () => (await import('#web/features/search/search-tools.tsx')).SearchTools,
);

export async function loadSearch(): Promise<void> {
  await Promise.all([searchScreen.load(), searchTools.load()]);
}
