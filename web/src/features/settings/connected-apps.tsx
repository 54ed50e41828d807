import { useState } from 'react';
import { Link } from 'react-router-dom';

import { useIsOnline } from '#web/hooks/library-hooks.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import styles from './connected-apps.module.css';
import { ConnectedApp } from './connected-app.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import settingsStyles from './settings.module.css';
import type { Apps } from './use-apps.ts';

/** The list of connected apps, with what a person can do about each. */
export function ConnectedApps({ list }: { readonly list: Apps }) {
  const { reload } = list;
  const isOnline = useIsOnline();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <div className={settingsStyles.actions}>
        <Button
          kind="outlined"
          isDisabled={!isOnline}
          onPress={() => {
            setMaking(true);
          }}
        >
          New token
        </Button>
        <Link to="/connect" className={buttonClass('outlined')}>
          Enter a code from a device
        </Link>
        <p className={settingsStyles.text} role="status">
          {isOnline ? '' : "You're offline. Connected apps need the network."}
        </p>
      </div>
      <AppList list={list} isOnline={isOnline} />
      {isMaking ? (
        <NewTokenDialog
          onMade={reload}
          onClose={() => {
            setMaking(false);
          }}
        />
      ) : null}
    </>
  );
}

function AppList({ list, isOnline }: { readonly list: Apps; readonly isOnline: boolean }) {
  const { apps, at, hasFailed, reload } = list;
  if (hasFailed)
    return (
      <div className={settingsStyles.actions} role="alert">
        <p>{"The apps couldn't be loaded."}</p>
        <Button kind="outlined" onPress={reload}>
          Try again
        </Button>
      </div>
    );
  if (apps === null && !isOnline) return null;
  if (apps === null) return <Spinner label="Loading the apps" />;
  if (apps.length === 0)
    return (
      <p className={settingsStyles.text}>
        No app is connected. A token lets a program of yours save and find links.
      </p>
    );
  return (
    <ul className={styles.list} aria-label="Connected apps">
      {apps.map((app) => (
        <ConnectedApp key={app.grant_id} app={app} at={at} isOnline={isOnline} onChanged={reload} />
      ))}
    </ul>
  );
}
