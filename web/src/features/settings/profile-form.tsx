import type { AuthUser } from '@foldmark/library/entities/entities';
import { useEffect, useState } from 'react';

import { useActions } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';
import { useEntryDraft } from '#web/hooks/use-entry-draft.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useClientState } from '#web/state/client-state.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useForm } from '#web/ui/fields/use-form.ts';

import styles from './settings.module.css';

export function ProfileForm({ user }: { readonly user: AuthUser }) {
  const actions = useActions();
  const { session } = useServices();
  const announce = useAnnounce();
  const { draft, keep } = useEntryDraft(useClientState().nameDrafts);
  const [saved, setSaved] = useState<string | null>(null);
  const [serverName, setServerName] = useState(user.display_name);
  // The name that the server will have after it has received the edits made here.
  const [expectedName, setExpectedName] = useState(user.display_name);
  const form = useForm({
    initial: { display_name: draft ?? user.display_name },
    send: async (texts) => {
      setSaved(null);
      const gesture = actions.updateUser(texts, { display_name: expectedName }, { isAwaited: true });
      const outcome = await gesture.outcome;
      if (!outcome.ok) return outcome.error.messages;
      const { display_name } = outcome.answer ?? texts;
      if (outcome.answer !== null) session.dispatch({ type: 'profileChanged', user: outcome.answer });
      form.setText('display_name', display_name);
      setSaved(display_name);
      setExpectedName(display_name.trim());
      if (display_name !== serverName) announce('Display name changed.', gesture);
      return [];
    },
  });
  // The stored name may be older than the server's. A new name replaces the text, unless the user has changed the text.
  if (user.display_name !== serverName) {
    setServerName(user.display_name);
    setExpectedName(user.display_name);
    if (form.texts.display_name === serverName) form.setText('display_name', user.display_name);
  }
  const typed = form.texts.display_name;
  useEffect(() => {
    keep(typed === serverName ? null : typed);
  }, [keep, typed, serverName]);
  return (
    <Form form={form}>
      <TextField label="Display Name" {...form.field('display_name')} autoComplete="nickname" />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isPending={form.isPending}>
          Save Settings
        </Button>
        <p className={styles.text} role="status">
          {typed === saved ? 'Settings saved.' : ''}
        </p>
      </div>
    </Form>
  );
}
