import type { ReactNode, Ref } from 'react';

import styles from './settings.module.css';

interface SectionProps {
  /** A link to the settings with the hash `#settings-<name>` shows the section. */
  readonly name: string;
  readonly title: string;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function Section({ name, title, ref, children }: SectionProps) {
  const id = `settings-${name}`;
  return (
    <section ref={ref} className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
