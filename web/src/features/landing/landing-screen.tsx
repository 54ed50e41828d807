import { FolderTree, Lock, RefreshCw, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

import { AppPicture } from './app-picture.tsx';
import styles from './landing-screen.module.css';

interface LandingScreenProps {
  /** What the login screen has to know, such as where the visitor wanted to go. */
  readonly loginState: unknown;
}

export function LandingScreen({ loginState }: LandingScreenProps) {
  return (
    <main className={styles.landing}>
      <PageMeta
        description="Save your links, file them in nested folders and find them again on every device."
        path="/"
      />
      <section className={styles.hero}>
        <h1>A calm place for every link worth keeping.</h1>
        <p>
          Save it in a second, file it in folders within folders, and find it again in a few letters, on every
          device you use.
        </p>
        <Link
          to="/login"
          state={loginState}
          className={classNames(buttonStyles.button, buttonStyles.primary, buttonStyles.large)}
        >
          Join Now!
        </Link>
      </section>
      <AppPicture />
      <ul className={styles.reasons}>
        <Reason icon={FolderTree} title="Folders that nest">
          One link can live in several folders. Drag it there, or tick them in a list.
        </Reason>
        <Reason icon={RefreshCw} title="In step everywhere">
          Every open tab and device shows a change as it happens, and your library reads offline.
        </Reason>
        <Reason icon={Lock} title="Yours alone">
          No feed, no followers, no advertisements. Nobody else sees what you save.
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
