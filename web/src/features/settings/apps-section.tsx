import { loadable } from '#web/ui/loading/loadable.tsx';

import { appsNotice } from './app-texts.ts';
import { OnDemandSection } from './on-demand-section.tsx';
import styles from './settings.module.css';
import { useApps } from './use-apps.ts';

const { Component: ConnectedApps } = loadable(
  async () => (await import('./connected-apps.tsx')).ConnectedApps,
);

/** Programs with an access token. Tells on every device if one was connected lately. */
export function AppsSection() {
  const list = useApps();
  const notice = (
    <p className={styles.text} role="status" dir="auto">
      {list.apps === null ? '' : appsNotice(list.apps, list.at)}
    </p>
  );
  return (
    <OnDemandSection
      name="apps"
      title="Connected apps"
      text="Scripts, shortcuts and other programs that may use your library."
      button="Show connected apps"
      note={notice}
    >
      <ConnectedApps list={list} />
    </OnDemandSection>
  );
}
