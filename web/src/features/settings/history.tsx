import { useIsOnline } from '#web/hooks/library-hooks.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import settingsStyles from './settings.module.css';
import { viewOf } from './action-view.ts';
import { HistoryAction } from './history-action.tsx';
import styles from './history.module.css';
import { useHistory } from './use-history.ts';

/** The last actions on several items, newest first, each with Undo or Redo. */
export function History() {
  const isOnline = useIsOnline();
  const { actions, hasFailed, retry, showOlder } = useHistory();
  if (actions === null) {
    if (hasFailed) return <Failed onRetry={retry} />;
    return isOnline ? (
      <Spinner label="Loading the history" />
    ) : (
      <p className={settingsStyles.text} role="status">
        {"You're offline. The history shows when you're back online."}
      </p>
    );
  }
  if (actions.length === 0) {
    return (
      <p className={settingsStyles.text} role="status">
        Nothing yet. What you do with several links or folders at once shows here.
      </p>
    );
  }
  return (
    <>
      {hasFailed ? <Failed onRetry={retry} /> : null}
      <p className={styles.note} role="status">
        {isOnline ? '' : "You're offline. Undo and Redo need the network here."}
      </p>
      <ol className={styles.list} aria-label="History">
        {actions.map((action) => (
          <HistoryAction key={action.action_id} action={viewOf(action)} isOnline={isOnline} />
        ))}
      </ol>
      {showOlder === null ? null : (
        <div className={settingsStyles.actions}>
          <Button kind="outlined" onPress={showOlder}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={settingsStyles.actions} role="alert">
      <p>{"The history couldn't be loaded."}</p>
      <Button kind="outlined" onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}
