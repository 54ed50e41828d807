import { Link } from 'react-router-dom';

import { useServices } from '#web/hooks/services.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import styles from './connect.module.css';
import { Consent } from './consent.tsx';
import { leaveTo } from './leave.ts';
import { type Outcome, StepCard } from './step-card.tsx';
import { type Refusal, useCheck } from './use-check.ts';

interface AppRequestProps {
  readonly query: string;
  readonly onOutcome: (outcome: Outcome) => void;
  /** Null for an app that did not show a code. */
  readonly onOtherCode: (() => void) | null;
}

/** Shows who asks, once the server has checked the request. */
export function AppRequest({ query, onOutcome, onOtherCode }: AppRequestProps) {
  const { answer, refusal, retry } = useCheck(query);
  useFocusOnPageChange(refusal === null ? (answer?.state ?? 'checking') : 'refused');
  if (refusal !== null) return <Refused refusal={refusal} onRetry={retry} onOtherCode={onOtherCode} />;
  if (answer === null)
    return (
      <StepCard title="Connect an app">
        <Spinner label="Checking who asks" />
      </StepCard>
    );
  if (answer.state === 'back') return <Mistake url={answer.redirect_to} />;
  return <Consent query={query} asked={answer} onOutcome={onOutcome} />;
}

interface RefusedProps extends Pick<AppRequestProps, 'onOtherCode'> {
  readonly refusal: Refusal;
  readonly onRetry: () => void;
}

function Refused({ refusal: { errors, help }, onRetry, onOtherCode }: RefusedProps) {
  const { session } = useServices();
  return (
    <StepCard title={help === 'none' ? "This can't be connected" : 'Connect an app'}>
      <ErrorList errors={errors} />
      <div className={styles.actions}>
        <Link to="/" className={buttonClass('outlined')}>
          Go to Foldmark
        </Link>
        {help === 'retry' ? (
          <Button kind="primary" onPress={onRetry}>
            Try again
          </Button>
        ) : null}
        {help === 'login' ? (
          <Button
            kind="primary"
            onPress={() => {
              session.dispatch({ type: 'loginRequired' });
            }}
          >
            Log in
          </Button>
        ) : null}
        {help === 'none' && onOtherCode !== null ? (
          <Button kind="primary" onPress={onOtherCode}>
            Enter another code
          </Button>
        ) : null}
      </div>
    </StepCard>
  );
}

/**
 * The app made a mistake that only its authors can correct. The page does not go back by itself: any person can register an app, and
 * would use our address to lead people to theirs.
 */
function Mistake({ url }: { readonly url: string }) {
  return (
    <StepCard title="This can't be connected">
      <p>
        The app asked in a way that Foldmark doesn't understand. Only its authors can correct that. Going back
        tells the app about the mistake.
      </p>
      <div className={styles.actions}>
        <Link to="/" className={buttonClass('outlined')}>
          Go to Foldmark
        </Link>
        <Button
          kind="primary"
          onPress={() => {
            leaveTo(url);
          }}
        >
          {`Go back to ${placeOf(url)}`}
        </Button>
      </div>
    </StepCard>
  );
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the app';
  const { host, protocol } = new URL(url);
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`;
}
