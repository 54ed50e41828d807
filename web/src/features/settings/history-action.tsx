import { useId, useState } from 'react';
import { ProgressBar } from 'react-aria-components/ProgressBar';

import { useImportIcons } from '#web/hooks/import-icons.ts';
import { useServices } from '#web/hooks/services.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { numberText } from '@foldmark/library/text/number-text';

import type { ActionView } from './action-view.ts';
import styles from './history.module.css';

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface HistoryActionProps {
  readonly action: ActionView;
  readonly isOnline: boolean;
}

export function HistoryAction({ action, isOnline }: HistoryActionProps) {
  const { label, at, device, counts, state, progress, offers, icons } = action;
  const { isPending, errors, send } = useSend(action.id);
  const errorsId = useId();
  return (
    <li className={styles.action}>
      <div className={styles.texts}>
        <p className={styles.label} dir="auto">
          {label}
        </p>
        <p className={styles.facts}>
          <time dateTime={at.toISOString()}>{DATE.format(at)}</time>
          {device === '' ? null : <span>{device}</span>}
          <span>{counts}</span>
        </p>
        <p className={styles.state} role="status">
          {state}
        </p>
        {progress === null ? null : <Progress label={`${state} ${label}`} part={progress} />}
        {icons === null ? null : <p className={styles.icons}>{icons}</p>}
        {action.canGetIcons ? <GetIcons action={action} isOnline={isOnline} /> : null}
        <LeftAlone action={action} />
        <ErrorList id={errorsId} errors={errors} />
      </div>
      {offers === null ? null : (
        <Button
          kind="outlined"
          isDisabled={!isOnline}
          isPending={isPending}
          onPress={() => {
            void send(offers);
          }}
        >
          {offers === 'undo' ? 'Undo' : 'Redo'} <span className={styles.hidden}>{label}</span>
        </Button>
      )}
    </li>
  );
}

function GetIcons({ action: { id, label }, isOnline }: HistoryActionProps) {
  const { isPending, errors, getIcons } = useImportIcons(id);
  const errorsId = useId();
  return (
    <>
      <div className={styles.more}>
        <Button
          kind="outlined"
          isDisabled={!isOnline}
          isPending={isPending}
          onPress={() => {
            void getIcons();
          }}
        >
          Get icons <span className={styles.hidden}>for {label}</span>
        </Button>
      </div>
      <ErrorList id={errorsId} errors={errors} />
    </>
  );
}

function Progress({ label, part }: { readonly label: string; readonly part: number }) {
  return (
    <ProgressBar aria-label={label} value={100 * part} className={styles.progress ?? ''}>
      {({ percentage = 0 }) => <div className={styles.fill} style={{ scale: `${percentage / 100} 1` }} />}
    </ProgressBar>
  );
}

function LeftAlone({ action: { leftAlone, unnamed } }: { readonly action: ActionView }) {
  const count = leftAlone.length + unnamed;
  if (count === 0) return null;
  return (
    <details className={styles.leftAlone}>
      <summary>
        {count === 1 ? '1 item was left alone' : `${numberText(count)} items were left alone`}
      </summary>
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

function useSend(action_id: string) {
  const { api, report } = useServices();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const send = async (direction: 'undo' | 'redo') => {
    setPending(true);
    setErrors([]);
    try {
      const { call } = await api();
      await call('/actions/undo/', { action_id, ...(direction === 'redo' ? { redo: true } : {}) });
    } catch (error) {
      if (!(error instanceof ApiError)) report('The action could not be undone.', error);
      setErrors(error instanceof ApiError ? error.messages : ["This couldn't be done. Please try again."]);
    }
    setPending(false);
  };
  return { isPending, errors, send };
}
