import { useCall } from '#web/hooks/use-call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { Progress } from '#web/ui/loading/progress.tsx';
import { countText } from '@foldmark/library/text/count-text';

import type { ActionView } from './action-view.ts';
import styles from './history.module.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface HistoryActionProps {
  readonly action: ActionView;
  readonly isOnline: boolean;
}

export function HistoryAction({ action, isOnline }: HistoryActionProps) {
  const { label, at, device, by, counts, state, progress, offers, icons } = action;
  const { isPending, errors, run } = useCall('The action could not be undone.');
  return (
    <li className={styles.action}>
      <div className={styles.texts}>
        <p className={styles.label} dir="auto">
          {label}
        </p>
        <p className={styles.facts}>
          <time dateTime={at.toISOString()}>{DATE.format(at)}</time>
          {by === null ? null : (
            <span>
              by <bdi>{by}</bdi>
            </span>
          )}
          {device === '' ? null : <span>{device}</span>}
          <span>{counts}</span>
        </p>
        <p className={styles.state} role="status">
          {state}
        </p>
        {progress === null ? null : <Progress label={`${state} ${label}`} part={progress} />}
        {icons === null ? null : <p className={styles.icons}>{icons}</p>}
        <Calls action={action} isOnline={isOnline} />
        <LeftAlone action={action} />
        <ErrorList errors={errors} />
      </div>
      {offers === null ? null : (
        <Button
          kind="outlined"
          isDisabled={!isOnline}
          isPending={isPending}
          onPress={() => {
            void run(async (call) =>
              call('/actions/undo/', { action_id: action.id, ...(offers === 'redo' && { redo: true }) }),
            );
          }}
        >
          {offers === 'undo' ? 'Undo' : 'Redo'} <span className="visually-hidden">{label}</span>
        </Button>
      )}
    </li>
  );
}

function Calls({ action: { id, label, calls }, isOnline }: HistoryActionProps) {
  const { isPending, errors, run } = useCall('The icons or pictures of an import could not be fetched.');
  if (calls.length === 0) return null;
  return (
    <>
      <div className={styles.more}>
        {calls.map(({ path, text }) => (
          <Button
            key={path}
            kind="outlined"
            isDisabled={!isOnline}
            isPending={isPending}
            onPress={() => {
              void run(async (call) => call(path, { import_id: id }));
            }}
          >
            {text} <span className="visually-hidden">of {label}</span>
          </Button>
        ))}
      </div>
      <ErrorList errors={errors} />
    </>
  );
}

function LeftAlone({ action: { leftAlone, unnamed } }: { readonly action: ActionView }) {
  const count = leftAlone.length + unnamed;
  if (count === 0) return null;
  return (
    <details className={styles.leftAlone}>
      <summary>{`${countText(count, 'item')} ${count === 1 ? 'was' : 'were'} left alone`}</summary>
      <ul>
        {leftAlone.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two items can have the same name
          <li key={index} dir="auto">
            {text}
          </li>
        ))}
        {unnamed === 0 ? null : <li>{`and ${unnamed} more`}</li>}
      </ul>
    </details>
  );
}
