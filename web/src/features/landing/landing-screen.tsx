import { FolderTree, Lock, RefreshCw, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import { AppMockup } from './app-mockup.tsx';
import styles from './landing-screen.module.css';

interface LandingScreenProps {
  /** The route state for the login screen, such as the page to return to. */
  readonly loginState: unknown;
  /** The visitor has just deleted their account. */
  readonly isDeleted: boolean;
}

export function LandingScreen({ loginState, isDeleted }: LandingScreenProps) {
  return (
    <main className={styles.landing}>
      <PageMeta
        description="Save your links, file them in nested folders and find them again on every device."
        path="/"
      />
      {isDeleted ? (
        <p role="status" className={styles.notice}>
          Your account was deleted. Everything in it is being deleted too.
        </p>
      ) : null}
      <section className={styles.hero}>
        <h1>A calm place for every link worth keeping.</h1>
        <p>
          Save a link in a second, sort it into nested folders, and find it again by typing a few letters, on
          any device.
        </p>
        <Link to="/login" state={loginState} className={buttonClass('large')}>
          Join Now!
        </Link>
      </section>
      <AppMockup />
      <ul className={styles.reasons}>
        <Reason icon={FolderTree} title="Nested folders">
          One link can be in several folders. Drag it there, or tick folders in a list.
        </Reason>
        <Reason icon={RefreshCw} title="In sync everywhere">
          Changes appear right away in every open tab and device, and you can read your library offline.
        </Reason>
        <Reason icon={Lock} title="Private">
          No feed, no followers, no ads. Only you can see your library.
        </Reason>
      </ul>
    </main>
  );
}

interface ReasonProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: string;
}

function Reason({ icon: Icon, title, children }: ReasonProps) {
  return (
    <li>
      <Icon aria-hidden="true" />
      <h2>{title}</h2>
      <p>{children}</p>
    </li>
  );
}
