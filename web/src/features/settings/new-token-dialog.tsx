import { GRANT_NAME_MAX_LENGTH } from '@foldmark/contract/limits';
import type { Scope } from '@foldmark/contract/scopes';
import { useId, useState } from 'react';

import { ApiError } from '#web/api/api-error.ts';
import { useServices } from '#web/hooks/services.ts';
import { deviceName } from '#web/sync/live/device-name.ts';
import { copyText } from '#web/ui/browser/copy-text.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogForm } from '#web/ui/dialogs/dialog-form.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { RadioCard } from '#web/ui/fields/radio-card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';
import { classNames } from '#web/ui/style/class-names.ts';

import { EXPIRY_CHOICES, SCOPE_CHOICES } from './app-texts.ts';
import styles from './connected-apps.module.css';

/** A program of one's own has no use for suggestions. */
const OFFERED = SCOPE_CHOICES.filter(({ scope }) => scope !== 'suggest');

interface NewTokenDialogProps {
  /** Called when the token exists, so that the list shows it. */
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a personal access token, and shows it once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog title={token === null ? 'New token' : 'Copy your token'} onClose={onClose}>
      {token === null ? (
        <TokenForm
          onToken={(made) => {
            setToken(made);
            onMade();
          }}
          onClose={onClose}
        />
      ) : (
        <TokenOnce token={token} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  readonly onToken: (token: string) => void;
  readonly onClose: () => void;
}

function TokenForm({ onToken, onClose }: TokenFormProps) {
  const { api, report } = useServices();
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState<number>(90);
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      if (name.trim() === '') return [{ field: 'name', message: 'Please enter a name.' }];
      return name.trim().length > GRANT_NAME_MAX_LENGTH
        ? [{ field: 'name', message: `name can have at most ${GRANT_NAME_MAX_LENGTH} characters.` }]
        : [];
    },
    send: async ({ name }) => {
      try {
        const device = deviceName(navigator.userAgent);
        const { call } = await api();
        const made = await call('/grants/create/', { name, scopes: [scope], days, device });
        onToken(made.token);
        return [];
      } catch (error) {
        if (error instanceof ApiError) return error.messages;
        report('A token could not be made.', error);
        return ["This couldn't be done. Please try again."];
      }
    },
  });
  return (
    <DialogForm form={form} action="Make token" onCancel={onClose}>
      <TextField label="Name" {...form.field('name')} autoComplete="off" autoFocus />
      <fieldset className={styles.choices}>
        <legend>What it may do</legend>
        {OFFERED.map((choice) => (
          <RadioCard
            key={choice.scope}
            className={styles.choice}
            name="scope"
            checked={choice.scope === scope}
            onChoose={() => {
              setScope(choice.scope);
            }}
          >
            <span>{choice.label}</span>
            <small>{choice.text}</small>
          </RadioCard>
        ))}
      </fieldset>
      <fieldset className={classNames(styles.choices, styles.row)}>
        <legend>Expires after</legend>
        {EXPIRY_CHOICES.map((choice) => (
          <RadioCard
            key={choice.days}
            className={styles.choice}
            name="days"
            checked={choice.days === days}
            onChoose={() => {
              setDays(choice.days);
            }}
          >
            {choice.label}
          </RadioCard>
        ))}
      </fieldset>
    </DialogForm>
  );
}

const COPIED = {
  no: '',
  yes: 'Copied.',
  failed: 'Your browser blocked copying. Select the token and copy it.',
};

function TokenOnce({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const id = useId();
  const [copied, setCopied] = useState<keyof typeof COPIED>('no');
  const copy = async () => {
    try {
      await copyText(token);
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
  };
  return (
    <>
      <p className={dialogStyles.text} id={id}>
        {
          "Copy it now. Foldmark stores only its fingerprint, and can't show it again. Treat it like a password."
        }
      </p>
      <input
        className={styles.token}
        aria-label="Token"
        aria-describedby={id}
        value={token}
        readOnly
        spellCheck={false}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
      />
      <p className={dialogStyles.text} role="status">
        {COPIED[copied]}
      </p>
      <div className={dialogStyles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Done
        </Button>
        <Button
          kind="primary"
          autoFocus
          onPress={() => {
            void copy();
          }}
        >
          Copy
        </Button>
      </div>
    </>
  );
}
