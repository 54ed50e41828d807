import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

import { useStore } from '#web/state/use-store.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { SectionsPage } from '#web/ui/pages/sections-page.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { AccountChange } from './account-change.tsx';
import { AppsSection } from './apps-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Duplicates } from './duplicates.tsx';
import { EmailForm } from './email-form.tsx';
import { EmailState } from './email-state.tsx';
import { ExtensionSection } from './extension-section.tsx';
import { HistorySection } from './history-section.tsx';
import { ImportExport } from './import-export.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SaveFromAnywhere } from './save-from-anywhere.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { ThemeChoice } from './theme-choice.tsx';
import { useHasPassword } from './use-has-password.ts';

export function SettingsScreen() {
  return useServices().demo === null ? <MemberSettings /> : <DemoSettings />;
}

/** What the demo can do. All other settings belong to an account. */
function DemoSettings() {
  return (
    <SectionsPage
      title="Settings"
      text="Update user settings."
      description="Update user settings."
      path="/settings"
    >
      <Section name="account" title="Account">
        <p className={styles.text}>
          The demo has no account: no email, no password, and no history on the server. Undo takes back what
          you do in this tab.
        </p>
        <div className={styles.actions}>
          <a href="/login" className={buttonClass('primary')}>
            Create account
          </a>
        </div>
      </Section>
      <Section name="theme" title="Theme">
        <ThemeChoice labelledBy="settings-theme" />
      </Section>
      <ImportExport />
      <Duplicates />
    </SectionsPage>
  );
}

function MemberSettings() {
  const { firebaseUser } = useSession();
  const email = firebaseUser?.email ?? null;
  const hasPassword = useHasPassword();
  useShowSection();
  return (
    <SectionsPage
      title="Settings"
      text="Update user settings."
      description="Update user settings."
      path="/settings"
    >
      <ProfileSection />
      <EmailSection
        email={email}
        isConfirmed={firebaseUser?.emailVerified ?? false}
        hasPassword={hasPassword}
      />
      <PasswordSection email={email} hasPassword={hasPassword} />
      <Section name="theme" title="Theme">
        <ThemeChoice labelledBy="settings-theme" />
      </Section>
      <ExtensionSection />
      <Section name="save" title="Save from any page">
        <SaveFromAnywhere />
      </Section>
      <ImportExport />
      <Duplicates />
      <AppsSection />
      <HistorySection />
      <Section name="delete" title="Delete account">
        <DeleteAccount word={email ?? 'delete'} />
      </Section>
      {/* The last section, because the browser can offer it late: nothing below it moves. */}
      <InstallSection />
    </SectionsPage>
  );
}

/** Scrolls to the section that the URL names. The browser looks for the section before this page has loaded. */
function useShowSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    document.getElementById(hash.slice(1))?.closest('section')?.scrollIntoView({ block: 'center' });
  }, [hash]);
}

function ProfileSection() {
  const { authUser, errors, profile } = useSession();
  return (
    <Section name="profile" title="Profile">
      <div className={classNames(styles.narrow, styles.profileRoom)}>
        {authUser === null ? <ErrorList errors={errors} /> : <ProfileForm user={authUser} />}
        {profile === 'loading' ? <Spinner label="Loading" /> : null}
      </div>
    </Section>
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
    <Section name="email" title="Email">
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
    </Section>
  );
}

function PasswordSection({ email, hasPassword }: LoginSectionProps) {
  return (
    <Section name="password" title="Password">
      <div className={styles.late}>
        {email !== null && hasPassword === true ? (
          <AccountChange label="Change password" email={email} Form={PasswordForm} />
        ) : null}
        {hasPassword === false ? (
          <p className={styles.text}>You log in with Google, so you have no password for Foldmark.</p>
        ) : null}
      </div>
    </Section>
  );
}

/** Shown only if the browser can install the app. */
function InstallSection() {
  const install = useStore(useServices().install);
  if (install === null) return null;
  return (
    <Section name="install" title="Install">
      <p className={styles.text}>Install Foldmark as an app, with its own window and icon.</p>
      <div className={styles.actions}>
        <Button kind="outlined" onPress={install}>
          Install Foldmark
        </Button>
      </div>
    </Section>
  );
}
