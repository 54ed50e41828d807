import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';

import styles from './panel.module.css';

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A collapsible panel. Inside a DisclosureGroup, opening one closes the others. */
export function Panel({ id, title, children }: PanelProps) {
  return (
    <Disclosure id={id} className={styles.panel ?? ''}>
      <h2>
        <Button slot="trigger" className={styles.trigger ?? ''}>
          {title}
          <ChevronDown aria-hidden="true" />
        </Button>
      </h2>
      <DisclosurePanel className={styles.content ?? ''}>
        <div className={styles.inner}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
