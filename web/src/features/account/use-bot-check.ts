import type { BotChallenge } from '@foldmark/contract/answers';
import { useEffect, useRef, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

export type BotCheck =
  | { readonly status: 'open' }
  | { readonly status: 'working' }
  | { readonly status: 'failed' }
  | { readonly status: 'passed'; readonly payload: string; readonly expiresAt: number };

interface UseBotCheck {
  readonly check: BotCheck;
  readonly start: () => void;
  /** Discards the solution: the server accepts each one only once. */
  readonly reset: () => void;
}

const OPEN: BotCheck = { status: 'open' };

/** Fetches a challenge and solves it in a worker. The work makes mass registrations expensive. */
export function useBotCheck(): UseBotCheck {
  const { api } = useServices();
  const [check, setCheck] = useState<BotCheck>(OPEN);
  const running = useRef<AbortController>(null);

  const reset = () => {
    running.current?.abort();
    setCheck(OPEN);
  };

  const start = async () => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setCheck({ status: 'working' });
    let next: BotCheck;
    try {
      const { call } = await api();
      const challenge = await call('/users/bot-challenge/', {});
      const payload = await solveInWorker(challenge, controller.signal);
      next = { status: 'passed', payload, expiresAt: challenge.parameters.expiresAt * 1000 };
    } catch (error) {
      if (!controller.signal.aborted) console.warn('The bot check failed.', error);
      next = { status: 'failed' };
    }
    if (!controller.signal.aborted) setCheck(next);
  };

  useEffect(() => () => running.current?.abort(), []);

  const expiresAt = check.status === 'passed' ? check.expiresAt : null;
  useEffect(() => {
    if (expiresAt === null) return undefined;
    return SYSTEM_TIMERS.after(expiresAt - Date.now(), () => {
      setCheck(OPEN);
    });
  }, [expiresAt]);

  return {
    check,
    start: () => {
      void start();
    },
    reset,
  };
}

async function solveInWorker(challenge: BotChallenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('bot-check-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
        resolve(data);
      });
      worker.addEventListener('error', (event) => {
        reject(new Error(`The worker failed: ${event.message}`));
      });
      signal.addEventListener('abort', () => {
        reject(new DOMException('The check was cancelled.', 'AbortError'));
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}
