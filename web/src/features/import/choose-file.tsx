import { FileUp } from 'lucide-react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { FileTrigger } from 'react-aria-components/FileTrigger';

import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { Panel } from '#web/ui/pages/panel.tsx';

import { BROWSER_GUIDES, guideOf, OTHER_SOURCES } from './browser-guides.ts';
import styles from './import.module.css';

interface ChooseFileProps {
  readonly isReading: boolean;
  /** Whether a file is dragged over the page. */
  readonly isOver: boolean;
  readonly onFile: (file: File) => void;
}

export function ChooseFile({ isReading, isOver, onFile }: ChooseFileProps) {
  return (
    <div className={classNames(styles.drop, isOver && styles.over)}>
      <FileUp aria-hidden="true" strokeWidth={1.5} />
      <p className={styles.hint}>Drop the file here, or</p>
      <FileTrigger
        onSelect={(files) => {
          const [file] = files ?? [];
          if (file !== undefined) onFile(file);
        }}
      >
        <Button kind="primary" isPending={isReading}>
          Choose a file
        </Button>
      </FileTrigger>
      <p className={styles.hint}>
        The file is read on this device. Nothing leaves it before you choose Import.
      </p>
    </div>
  );
}

export function HowToGetTheFile() {
  return (
    <section className={styles.card} aria-labelledby="import-how">
      <h2 id="import-how">How to get the file</h2>
      <DisclosureGroup className={styles.guides ?? ''} defaultExpandedKeys={[guideOf(navigator.userAgent)]}>
        {BROWSER_GUIDES.map(({ id, name, steps }) => (
          <Panel key={id} id={id} title={name}>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Panel>
        ))}
      </DisclosureGroup>
      <p className={styles.muted}>Foldmark also reads {OTHER_SOURCES}</p>
    </section>
  );
}
