import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { Section } from './section.tsx';
import styles from './settings.module.css';

interface Props {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The label of the button that opens it. */
  readonly button: string;
  /** Shows beside the button. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section whose content loads when the user opens it, or when a URL names it. */
export function OnDemandSection({ name, title, text, button, note, children }: Props) {
  const { hash, key } = useLocation();
  const isWanted = hash === `#settings-${name}`;
  const [isOpenedHere, setOpen] = useState(false);
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) sectionRef.current?.scrollIntoView();
  }, [isWanted, key]);
  return (
    <Section ref={sectionRef} name={name} title={title}>
      <p className={styles.text}>{text}</p>
      {isOpenedHere || isWanted ? (
        <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
      ) : (
        <div className={styles.actions}>
          <Button
            kind="outlined"
            onPress={() => {
              setOpen(true);
            }}
          >
            {button}
          </Button>
          {note}
        </div>
      )}
    </Section>
  );
}
