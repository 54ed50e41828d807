import { useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useServices } from '#web/hooks/services.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { useFocusOnPageChange } from '#web/ui/focus/use-focus-on-page-change.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import { AppRequest } from './app-request.tsx';
import { CodeForm } from './code-form.tsx';
import { Outcome, StepCard } from './step-card.tsx';

/** Where apps send a person to connect them, and where a person enters the code of a device. */
export function ConnectScreen() {
  const { demo } = useServices();
  const { search } = useLocation();
  return (
    <>
      <PageMeta
        title="Connect an app"
        description="Let an app use your Foldmark library, or refuse it."
        path="/connect"
        isUnlisted
      />
      {/* Another request is another page. */}
      {demo === null ? <Steps key={search} query={search.slice(1)} /> : <NotInDemo />}
    </>
  );
}

type Step = { readonly query: string } | { readonly outcome: Outcome };

function Steps({ query }: { readonly query: string }) {
  const params = new URLSearchParams(query);
  const isDevice = query === '' || (params.has('user_code') && !params.has('client_id'));
  const [step, setStep] = useState<Step | null>(isDevice ? null : { query });
  useFocusOnPageChange(step === null ? 'code' : 'query' in step ? 'request' : 'outcome', true);
  if (step === null)
    return (
      <CodeForm
        code={params.get('user_code') ?? ''}
        onCode={(code) => {
          setStep({ query: `user_code=${code}` });
        }}
      />
    );
  if ('outcome' in step) return <Outcome {...step.outcome} />;
  return (
    <AppRequest
      query={step.query}
      onOutcome={(outcome) => {
        setStep({ outcome });
      }}
      onOtherCode={
        isDevice
          ? () => {
              setStep(null);
            }
          : null
      }
    />
  );
}

function NotInDemo() {
  return (
    <StepCard title="Connect an app">
      <p>The demo has no account, so no app can be connected to it.</p>
      <a href="/login" className={buttonClass('primary')}>
        Create account
      </a>
    </StepCard>
  );
}
