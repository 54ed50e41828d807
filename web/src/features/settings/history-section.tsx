import { loadable } from '#web/ui/loading/loadable.tsx';

import { OnDemandSection } from './on-demand-section.tsx';

const { Component: History } = loadable(async () => (await import('./history.tsx')).History);

/** The user's actions on many items, and those of apps. */
export function HistorySection() {
  return (
    <OnDemandSection
      name="history"
      title="History"
      text="Undo what you did with many items at once, on any device, and what connected apps did, for 30 days."
      button="Show history"
    >
      <History />
    </OnDemandSection>
  );
}
