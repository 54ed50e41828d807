import { type ReactNode, useCallback, useState } from 'react';

import { useServices } from '#web/hooks/services.ts';
import { countText } from '@foldmark/library/text/count-text';
import { waitUntilSent } from '#web/sync/live/wait-until-sent.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';

import { useStableNavigate } from './layout/use-stable-navigate.ts';

interface Logout {
  readonly logoutLabel: string;
  readonly logout: () => void;
  /** The caller renders this dialog, which asks before unsent changes are lost. */
  readonly logoutQuestion: ReactNode;
}

export function useLogout(): Logout {
  const { session, library, report, demo } = useServices();
  const navigate = useStableNavigate();
  const [question, setQuestion] = useState('');
  const logoutNow = useCallback(async () => {
    await session.logout();
    await navigate('/');
  }, [session, navigate]);
  const askOrLogout = useCallback(async () => {
    const open = library.get();
    open?.sendHeld();
    if (open === null) {
      await logoutNow();
      return;
    }
    const [changes, imports] = await Promise.all([
      waitUntilSent(open, SYSTEM_TIMERS),
      unsentImports(open.uid, report),
    ]);
    if (changes + imports > 0) setQuestion(textOf(changes, imports));
    else await logoutNow();
  }, [library, report, logoutNow]);
  const logout = useCallback(() => {
    void askOrLogout();
  }, [askOrLogout]);
  const logoutQuestion =
    question === '' ? null : (
      <ConfirmDialog
        title="Log out now?"
        text={question}
        confirm="Log out"
        onConfirm={() => {
          void logoutNow();
        }}
        onClose={() => {
          setQuestion('');
        }}
      />
    );
  return { logoutLabel: demo === null ? 'Log out' : 'Leave the demo', logout, logoutQuestion };
}

function textOf(changes: number, imports: number): string {
  const isMany = changes + imports > 1;
  const subject = [
    ...(changes === 0 ? [] : [countText(changes, 'change')]),
    ...(imports === 0 ? [] : [imports === 1 ? 'an import' : `${imports} imports`]),
  ].join(' and ');
  const sentence = `${subject} ${isMany ? "haven't" : "hasn't"} been sent to the server yet.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} If you log out now, ${isMany ? "they're" : "it's"} lost.`;
}

/**
 * Loads the code that counts imports now, because few users have unsent imports. If the load fails, the user can log out all the
 * same.
 */
async function unsentImports(
  uid: string,
  report: (message: string, cause: unknown) => void,
): Promise<number> {
  try {
    return await (await import('#web/sync/imports/import-store.ts')).countUnsentImports(uid);
  } catch (error) {
    report('The unsent imports could not be counted.', error);
    return 0;
  }
}
