import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/pages/card.tsx';

import styles from './connect.module.css';
import { leaveTo } from './leave.ts';

interface StepCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A step of connecting an app. */
export function StepCard({ title, children }: StepCardProps) {
  return (
    <Card title={title}>
      <div className={styles.step}>{children}</div>
    </Card>
  );
}

export interface Outcome {
  readonly title: string;
  readonly text: string;
  /** Goes back to the app, if the browser did not. */
  readonly back?: { readonly label: string; readonly url: string };
}

export function Outcome({ title, text, back }: Outcome) {
  return (
    <StepCard title={title}>
      <p role="status">{text}</p>
      <div className={styles.actions}>
        <Link to="/settings#settings-apps" className={buttonClass('outlined')}>
          Connected apps
        </Link>
        {back === undefined ? null : (
          <Button
            kind="primary"
            onPress={() => {
              leaveTo(back.url);
            }}
          >
            {back.label}
          </Button>
        )}
      </div>
    </StepCard>
  );
}
