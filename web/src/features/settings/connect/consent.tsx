import type { Scope } from '@foldmark/contract/scopes';
import { useState } from 'react';

import { isFailure } from '#web/api/api-error.ts';
import { useSession } from '#web/hooks/services.ts';
import { useCall } from '#web/hooks/use-call.ts';
import { deviceName } from '#web/sync/live/device-name.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { RadioCard } from '#web/ui/fields/radio-card.tsx';

import { calledText } from '../app-texts.ts';
import appStyles from '../connected-apps.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';
import {
  allowedScopes,
  type Asked,
  choicesFor,
  destination,
  endText,
  headline,
  NEVER,
} from './connect-texts.ts';
import styles from './connect.module.css';
import { leaveTo } from './leave.ts';
import { type Outcome, StepCard } from './step-card.tsx';
import { usePressDelay } from './use-press-delay.ts';

interface ConsentProps {
  readonly query: string;
  readonly asked: Asked;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** The code was right a moment ago. An earlier answer of the server may have been lost. */
const CODE_ENDED = {
  title: 'Look at your device',
  text: "This code has expired, or has done its work. If your device isn't connected, get a new code there.",
};
const REFUSED = { title: 'Not connected', text: 'Nothing was connected.' };

/** Shows who asks for what, and lets the person decide. */
export function Consent({ query, asked, onOutcome }: ConsentProps) {
  const { scopes, denied_to } = asked;
  const { isReady, isTooEarly } = usePressDelay();
  const [chosen, setChosen] = useState<Scope>(() => choicesFor(scopes).at(-1)?.scope ?? 'read');
  const [isFresh, setFresh] = useState(asked.is_fresh);
  const [isConfirming, setConfirming] = useState(false);
  const { isPending, errors, run } = useCall('An app could not be connected.');
  const back = destination(asked);

  const decide = (approve: boolean) => {
    void run(async (call) => {
      try {
        const { redirect_to } = await call('/connect/decide/', {
          query,
          approve,
          scopes: approve ? allowedScopes(scopes, chosen) : [],
          device: deviceName(navigator.userAgent),
        });
        if (redirect_to !== null) leaveTo(redirect_to);
        onOutcome(approve ? connected(redirect_to, back) : REFUSED);
      } catch (error) {
        if (isFailure(error, 'wrongUserCode')) onOutcome(CODE_ENDED);
        else if (isFailure(error, 'staleSession')) {
          setFresh(false);
          setConfirming(true);
        } else throw error;
      }
    });
  };
  const approve = () => {
    if (isTooEarly()) return;
    if (isFresh) decide(true);
    else setConfirming(true);
  };
  const cancel = () => {
    if (denied_to === null) {
      decide(false);
      return;
    }
    leaveTo(denied_to);
    onOutcome(REFUSED);
  };
  return (
    <StepCard title="Connect this app?">
      <Facts asked={asked} back={back} />
      <Choices scopes={scopes} chosen={chosen} onChoose={setChosen} />
      <p className={styles.muted}>{NEVER}</p>
      <ErrorList errors={errors} />
      <div className={styles.actions}>
        {/* While a device is approved, its code can't be declined too. */}
        <Button kind="outlined" isDisabled={isPending && denied_to === null} onPress={cancel}>
          Cancel
        </Button>
        <Button kind="primary" isDisabled={!isReady} isPending={isPending} onPress={approve}>
          Approve
        </Button>
      </div>
      {isConfirming ? (
        <ConfirmDialog
          onConfirmed={() => {
            setConfirming(false);
            setFresh(true);
            decide(true);
          }}
          onClose={() => {
            setConfirming(false);
          }}
        />
      ) : null}
    </StepCard>
  );
}

/** A browser stays on this page if it hands the address to an app. */
function connected(redirect_to: string | null, back: string): Outcome {
  if (redirect_to === null) return { title: 'Done', text: 'Connected. You can go back to your device.' };
  return {
    title: 'Done',
    // The code in the address works only once.
    text: `Connected. You are going back to ${back}. Use the button only if it did not open.`,
    back: { label: `Go back to ${back}`, url: redirect_to },
  };
}

function Facts({ asked, back }: { readonly asked: Asked; readonly back: string }) {
  const { firebaseUser } = useSession();
  const called = calledText(asked.name, asked.host);
  return (
    <>
      <div className={styles.who}>
        <p className={styles.host}>
          <bdi>{headline(asked)}</bdi>
        </p>
        {called === '' ? null : (
          <p className={styles.muted}>
            <bdi>{called}</bdi>
          </p>
        )}
      </div>
      <p>Approve only if you know it, and have just asked it to connect to Foldmark.</p>
      <dl className={styles.facts}>
        <div>
          <dt>Your account</dt>
          <dd>{firebaseUser?.email ?? 'without an email address'}</dd>
        </div>
        <div>
          <dt>You go back to</dt>
          <dd>{back}</dd>
        </div>
        <div>
          <dt>Ends</dt>
          <dd>{endText(asked.days)}</dd>
        </div>
      </dl>
    </>
  );
}

interface ChoicesProps {
  readonly scopes: readonly Scope[];
  readonly chosen: Scope;
  readonly onChoose: (scope: Scope) => void;
}

/** What the app may do. The person can allow less than it asked for. */
function Choices({ scopes, chosen, onChoose }: ChoicesProps) {
  const choices = choicesFor(scopes);
  if (choices.length === 1) return <p>It may see your links, folders and favorites. It can't change them.</p>;
  return (
    <fieldset className={appStyles.choices}>
      <legend>What it may do</legend>
      {choices.map(({ scope, label, text }) => (
        <RadioCard
          key={scope}
          className={appStyles.choice}
          name="scope"
          checked={scope === chosen}
          onChoose={() => {
            onChoose(scope);
          }}
        >
          <span>{label}</span>
          <small>{text}</small>
        </RadioCard>
      ))}
    </fieldset>
  );
}
