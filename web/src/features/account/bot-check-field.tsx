import { useId } from 'react';

import { OFFLINE } from '#web/account/auth-errors.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import styles from './bot-check-field.module.css';
import type { BotCheck } from './use-bot-check.ts';

interface BotCheckFieldProps {
  readonly check: BotCheck;
  readonly onStart: () => void;
}

const EXPLANATIONS = {
  open: 'Your browser does a short calculation. There are no puzzles, and nothing is sent to third parties.',
  working: 'Checking. This takes a few seconds…',
  passed: 'Verified. You can register now.',
  failed: 'The check failed. Please try again.',
} as const satisfies Record<BotCheck['status'], string>;

export function BotCheckField({ check, onStart }: BotCheckFieldProps) {
  const explanationId = useId();
  const { status } = check;
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <Checkbox
          isSelected={status === 'passed'}
          isReadOnly={status === 'working' || status === 'passed'}
          describedBy={explanationId}
          onChange={onStart}
        >
          I am not a bot
        </Checkbox>
        {status === 'working' ? <Spinner label="Checking" /> : null}
      </div>
      <p id={explanationId} className={styles.explanation} aria-live="polite">
        {status === 'failed' && !navigator.onLine ? OFFLINE : EXPLANATIONS[status]}
      </p>
    </div>
  );
}
