import type { ConnectChecked } from '@foldmark/contract/connect';
import { useEffect, useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { useServices } from '#web/hooks/services.ts';

import { isOpenable } from './connect-texts.ts';
import { NOT_OPENABLE } from './leave.ts';

export interface Refusal {
  readonly errors: readonly string[];
  /** Whether another try can help, or a login, or nothing. */
  readonly help: 'retry' | 'login' | 'none';
}

interface Check {
  /** Null while the server checks. */
  readonly answer: ConnectChecked | null;
  readonly refusal: Refusal | null;
  readonly retry: () => void;
}

const NOTHING = { answer: null, refusal: null };

/** Asks the server who asks to be connected, by the query of the page. */
export function useCheck(query: string): Check {
  const { api, report } = useServices();
  const [state, setState] = useState<Pick<Check, 'answer' | 'refusal'>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const aborted = new AbortController();
    const { signal } = aborted;
    const check = async () => {
      try {
        const answer = await (await api()).call('/connect/check/', { query }, { signal });
        const url = answer.state === 'ask' ? answer.denied_to : answer.redirect_to;
        if (url !== null && !isOpenable(url)) throw new Error(NOT_OPENABLE);
        if (!signal.aborted) setState({ answer, refusal: null });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) report('An app that asks could not be checked.', error);
        setState({ answer: null, refusal: refusalOf(error) });
      }
    };
    void check();
    return () => {
      aborted.abort();
    };
  }, [api, report, query, attempt]);
  return {
    ...state,
    retry: () => {
      setState(NOTHING);
      setAttempt((before) => before + 1);
    },
  };
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { errors: ["This couldn't be checked."], help: 'retry' };
  const { messages: errors, code, status, failure } = error;
  // Refused by the contract, for example because of its length.
  if (code === 'refused' && failure === null)
    return { errors: ["The app sent a request that Foldmark can't read."], help: 'none' };
  if (code === 'unauthorized') return { errors, help: 'login' };
  return { errors, help: code === 'refused' && status !== 429 ? 'none' : 'retry' };
}
