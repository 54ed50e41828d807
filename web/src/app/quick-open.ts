import { overlay } from '#web/ui/loadable.tsx';

export const quickOpen = overlay(
  async () => (await import('#web/features/quick-open/quick-open.tsx')).QuickOpen,
);
