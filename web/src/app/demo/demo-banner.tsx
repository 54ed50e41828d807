import { FlaskConical } from 'lucide-react';
import { useEffect } from 'react';

import { useServices } from '#web/hooks/services.ts';
import { useClientState } from '#web/state/client-state.ts';
import bannerStyles from '#web/ui/pages/banner.module.css';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './demo-banner.module.css';

/** Says that this is the demo, and leads out of it. Both links load a new page, which ends the demo. */
export function DemoBanner() {
  const { demo } = useServices();
  const { opensTree } = useClientState();
  // Nothing is stored about the tree of the demo, and its folders are among what there is to try.
  useEffect(() => {
    opensTree.set(true);
  }, [opensTree]);
  return (
    <section className={classNames(bannerStyles.banner, styles.banner)} aria-label="Demo">
      <FlaskConical aria-hidden="true" />
      <p>This is a demo. Changes stay in this tab and are gone when you close it.</p>
      <div className={styles.actions}>
        {/* Keeps the demo, so that Back returns to it. */}
        <a href="/login" className={bannerStyles.action}>
          Create account
        </a>
        <a href="/" className={bannerStyles.action} onClick={demo?.forget}>
          Leave the demo
        </a>
      </div>
    </section>
  );
}
