import { FolderPlus, LogIn, Menu, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { memberActions } from '#web/app/member-parts.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { useSession } from '#web/hooks/services.ts';
import { isLoading, isMember } from '#web/account/session-state.ts';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { focusMain } from '#web/ui/focus-main.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { Clock } from './clock.tsx';
import styles from './header.module.css';
import { SearchField } from './search-field.tsx';

const MemberActions = memberActions.Component;

/**
 * Plain elements throughout: every visitor pays for what the header imports, and it needs no more than the browser has.
 */
export function Header({ onOpenRail }: { readonly onOpenRail: () => void }) {
  const session = useSession();
  const member = isMember(session);
  const setPopup = useSetPopup();
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={classNames(buttonStyles.button, buttonStyles.primary, styles.skip)}
        onClick={focusMain}
      >
        Skip to content
      </button>
      {member ? (
        <button
          type="button"
          className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.icon, styles.menu)}
          aria-label="Open navigation"
          onClick={onOpenRail}
        >
          <Menu aria-hidden="true" />
        </button>
      ) : null}
      <Link to="/" className={styles.logo} aria-label="Foldmark, home">
        <Logo />
        <span>Foldmark</span>
      </Link>
      <div className={styles.create}>
        <button
          type="button"
          className={classNames(buttonStyles.button, buttonStyles.primary, styles.newLink)}
          disabled={!member}
          onClick={() => {
            setPopup({ kind: 'new-link' });
          }}
        >
          <Plus aria-hidden="true" />
          <span>New Link</span>
        </button>
        <button
          type="button"
          className={classNames(buttonStyles.button, buttonStyles.quiet, styles.newFolder)}
          disabled={!member}
          onClick={() => {
            setPopup({ kind: 'new-folder' });
          }}
        >
          <FolderPlus aria-hidden="true" />
          New Folder
        </button>
      </div>
      <SearchField isDisabled={!member} />
      <div className={styles.end}>
        {isLoading(session) ? <Spinner label="Loading" /> : null}
        <Clock />
        {member ? (
          <Suspense fallback={<span className={styles.actionsRoom} />}>
            <MemberActions />
          </Suspense>
        ) : session.known ? (
          <LoginLink />
        ) : null}
      </div>
    </header>
  );
}

function LoginLink() {
  const { state } = useLocation();
  return (
    <Link
      to="/login"
      state={state}
      className={classNames(buttonStyles.button, buttonStyles.quiet, styles.login)}
    >
      <LogIn aria-hidden="true" />
      <span>Log in</span>
    </Link>
  );
}
