import { ArrowLeftRight, CloudOff, FolderTree, Lock, Search, Undo2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

import { DEMO_PATH } from '#web/ui/browser/base-path.ts';
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
    <>
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
            Bring the bookmarks of all your browsers. Find any of them by typing a few letters, also among
            50,000 links and without a network. You can undo every change.
          </p>
          <div className={styles.starts}>
            <Link to="/login" state={loginState} className={buttonClass('large')}>
              Join Now!
            </Link>
            {/* Loads the page again, because the demo has other services than the visitor's pages. */}
            <a href={DEMO_PATH} className={buttonClass('outlined', styles.try)}>
              Try the demo
            </a>
          </div>
          <p className={styles.note}>The demo needs no account. It runs in your browser and sends nothing.</p>
        </section>
        <AppMockup />
        <Reasons />
      </main>
      <Footer />
    </>
  );
}

function Reasons() {
  return (
    <ul className={styles.reasons}>
      <Reason icon={Search} title="50,000 links, no waiting">
        Results show while you type, the best match first. Duplicates are found and merged by the hundred.
      </Reason>
      <Reason icon={CloudOff} title="Works offline">
        Your whole library is in your browser. Read, sort and save without a network. It is sent when you are
        back.
      </Reason>
      <Reason icon={Undo2} title="Undo for everything">
        One click takes back a move, a merge of a hundred duplicates, or a whole import. The history keeps
        them for later.
      </Reason>
      <Reason icon={ArrowLeftRight} title="Your bookmarks come and go">
        Imports the files of every browser and of more than 20 other apps. Exports everything as HTML, JSON or
        CSV.
      </Reason>
      <Reason icon={FolderTree} title="Nested folders">
        One link can be in several folders. Drag it there, or tick folders in a list. Every tab and device
        follows at once.
      </Reason>
      <Reason icon={Lock} title="Private">
        No feed, no followers, no ads. Only you can see your library.
      </Reason>
    </ul>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <span>Foldmark</span>
      <Link to="/policy">Terms of Service and Privacy Policy</Link>
      <a href="/THIRD-PARTY-NOTICES.txt">Third-party notices</a>
      <Link to="/login">Sign Up/Login</Link>
    </footer>
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
