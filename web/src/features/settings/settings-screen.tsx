import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

import { useStore } from '#web/state/use-store.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { PAGE_TITLE_ID } from '#web/ui/pages/page-title.ts';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { AccountChange } from './account-change.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Duplicates } from './duplicates.tsx';
import { EmailForm } from './email-form.tsx';
import { EmailState } from './email-state.tsx';
import { HistorySection } from './history-section.tsx';
import { ImportExport } from './import-export.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SaveFromAnywhere } from './save-from-anywhere.tsx';
import styles from './settings.module.css';
import { ThemeChoice } from './theme-choice.tsx';
import { useHasPassword } from './use-has-password.ts';

export function SettingsScreen() {
  const { firebaseUser } = useSession();
  const email = firebaseUser?.email ?? null;
  const hasPassword = useHasPassword();
  useShowSection();
  return (
    <div className={styles.page}>
      <PageMeta title="Settings" description="Update user settings." path="/settings" />
      <header>
        <h1 id={PAGE_TITLE_ID}>Settings</h1>
        <p className={styles.text}>Update user settings.</p>
      </header>
      <ProfileSection />
      <EmailSection
        email={email}
        isConfirmed={firebaseUser?.emailVerified ?? false}
        hasPassword={hasPassword}
      />
      <PasswordSection email={email} hasPassword={hasPassword} />
      <section className={styles.card} aria-labelledby="settings-theme">
        <h2 id="settings-theme">Theme</h2>
        <ThemeChoice labelledBy="settings-theme" />
      </section>
      <section className={styles.card} aria-labelledby="settings-save">
        <h2 id="settings-save">Save from any page</h2>
        <SaveFromAnywhere />
      </section>
      <ImportExport />
      <Duplicates />
      <HistorySection />
      <section className={styles.card} aria-labelledby="settings-delete">
        <h2 id="settings-delete">Delete account</h2>
        <DeleteAccount word={email ?? 'delete'} />
      </section>
      {/* The browser offers it late, so it is the last section: nothing below it moves. */}
      <InstallSection />
    </div>
  );
}

/** Scrolls to the section that the address names. The browser looks for it before this page has loaded. */
function useShowSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    document.getElementById(hash.slice(1))?.closest('section')?.scrollIntoView({ block: 'center' });
  }, [hash]);
}

function ProfileSection() {
  const { authUser, errors, profile } = useSession();
  return (
    <section className={styles.card} aria-labelledby="settings-profile">
      <h2 id="settings-profile">Profile</h2>
      <div className={classNames(styles.narrow, styles.profileRoom)}>
        {authUser === null ? (
          <ErrorList id="profile-errors" errors={errors} />
        ) : (
          <ProfileForm user={authUser} />
        )}
        {profile === 'loading' ? <Spinner label="Loading" /> : null}
      </div>
    </section>
  );
}

interface LoginSectionProps {
  readonly email: string | null;
  /** Null while loading. */
  readonly hasPassword: boolean | null;
}

function EmailSection({
  email,
  isConfirmed,
  hasPassword,
}: LoginSectionProps & { readonly isConfirmed: boolean }) {
  return (
    <section className={styles.card} aria-labelledby="settings-email">
      <h2 id="settings-email">Email</h2>
      <EmailState email={email} isConfirmed={isConfirmed} />
      <div className={styles.late}>
        {email !== null && hasPassword === true ? (
          <AccountChange label="Change email" email={email} Form={EmailForm} />
        ) : null}
        {hasPassword === false ? (
          <p className={styles.text}>
            You log in with Google, so Foldmark uses the email of your Google account.
          </p>
        ) : null}
      </div>
    </section>
  );
}

function PasswordSection({ email, hasPassword }: LoginSectionProps) {
  return (
    <section className={styles.card} aria-labelledby="settings-password">
      <h2 id="settings-password">Password</h2>
      <div className={styles.late}>
        {email !== null && hasPassword === true ? (
          <AccountChange label="Change password" email={email} Form={PasswordForm} />
        ) : null}
        {hasPassword === false ? (
          <p className={styles.text}>You log in with Google, so you have no password for Foldmark.</p>
        ) : null}
      </div>
    </section>
  );
}

/** Shown only if the browser can install the app. */
function InstallSection() {
  const install = useStore(useServices().install);
  if (install === null) return null;
  return (
    <section className={styles.card} aria-labelledby="settings-install">
      <h2 id="settings-install">Install</h2>
      <p className={styles.text}>Install Foldmark as an app, with its own window and icon.</p>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={install}>
          Install Foldmark
        </Button>
      </div>
    </section>
  );
}
