import { FolderPlus, LogIn, Menu, Plus } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { useSetPopup } from '#web/state/popup.ts';
import { useSession } from '#web/hooks/services.ts';
import { isLoading, isMember } from '#web/account/session-state.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { focusMain } from '#web/ui/focus/focus-main.ts';
import { MENU_BUTTON_ID } from '#web/ui/focus/focus-menu-button.ts';
import { Logo } from '#web/ui/icons/logo.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { Clock } from './clock.tsx';
import styles from './header.module.css';
import { LeaveMessage } from './leave-message.tsx';
import { SearchField } from './search-field.tsx';

interface HeaderProps {
  readonly onOpenRail: () => void;
  /** Rendered only for members. May suspend. */
  readonly memberActions: ReactNode;
}

/** Uses plain HTML elements: the landing page loads everything that the header imports. */
export function Header({ onOpenRail, memberActions }: HeaderProps) {
  const session = useSession();
  const isMessageShown = session.justRegistered && !session.attempting;
  const member = isMember(session) || isMessageShown;
  return (
    <header className={styles.header}>
      {isMessageShown ? <LeaveMessage /> : null}
      <button data-skip type="button" className={buttonClass('primary', styles.skip)} onClick={focusMain}>
        Skip to content
      </button>
      <div className={styles.start}>
        {member ? <OpenRailButton onOpenRail={onOpenRail} /> : null}
        <Link to="/" className={styles.logo} aria-label="Foldmark, home">
          <Logo />
          <span>Foldmark</span>
        </Link>
        <CreateButtons isDisabled={!member} />
      </div>
      <SearchField isDisabled={!member} />
      <div className={styles.end}>
        {isLoading(session) ? <Spinner label="Loading" /> : null}
        <Clock />
        {member ? (
          <Suspense fallback={<span className={styles.actionsRoom} />}>{memberActions}</Suspense>
        ) : session.known ? (
          <LoginLink />
        ) : null}
      </div>
    </header>
  );
}

/** CSS shows it only in narrow windows, where the left rail is a drawer. */
function OpenRailButton({ onOpenRail }: { readonly onOpenRail: () => void }) {
  return (
    <button
      type="button"
      id={MENU_BUTTON_ID}
      className={buttonClass('icon', styles.menu)}
      aria-label="Open navigation"
      onClick={onOpenRail}
    >
      <Menu aria-hidden="true" />
    </button>
  );
}

function CreateButtons({ isDisabled }: { readonly isDisabled: boolean }) {
  const setPopup = useSetPopup();
  return (
    <div className={styles.create}>
      <button
        type="button"
        className={buttonClass('primary', styles.newLink)}
        disabled={isDisabled}
        onClick={() => {
          setPopup({ kind: 'new-link' });
        }}
      >
        <Plus aria-hidden="true" />
        <span>New Link</span>
      </button>
      <button
        type="button"
        className={buttonClass('quiet', styles.newFolder)}
        disabled={isDisabled}
        onClick={() => {
          setPopup({ kind: 'new-folder' });
        }}
      >
        <FolderPlus aria-hidden="true" />
        <span>New Folder</span>
      </button>
    </div>
  );
}

function LoginLink() {
  const { state } = useLocation();
  return (
    <Link to="/login" state={state} className={buttonClass('quiet', styles.login)}>
      <LogIn aria-hidden="true" />
      <span>Log in</span>
    </Link>
  );
}
