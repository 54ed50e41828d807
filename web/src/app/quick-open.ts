import { loadable } from './loadable.tsx';

export const quickOpen = loadable(
  async () => (await import('#web/features/quick-open/quick-open.tsx')).QuickOpen,
);
