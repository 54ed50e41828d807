import { overlay } from '#web/ui/loading/loadable.tsx';

// The parts of a list that its first frame does not need. All but the cards share one file: see web/vite.config.ts.

export const { Component: RowOverlays, load: loadRowOverlays } = overlay(
  async () => (await import('../row/row-overlays.tsx')).RowOverlays,
);

export const { Component: Cards, load: loadCards } = overlay(
  async () => (await import('../cards/cards.tsx')).Cards,
);

export const { Component: SelectionBar, load: loadSelectionBar } = overlay(
  async () => (await import('../selection/selection-bar.tsx')).SelectionBar,
);
