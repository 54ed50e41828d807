import { FileUp } from 'lucide-react';
import { DisclosureGroup } from 'react-aria-components/DisclosureGroup';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useLocation } from 'react-router-dom';

import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { Panel } from '#web/ui/pages/panel.tsx';

import { EXPORT_GUIDES, guideOf, OTHER_SOURCES } from './export-guides.ts';
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

export const HOW_ID = 'import-guides';

export function HowToGetTheFile() {
  const { hash } = useLocation();
  return (
    <section id={HOW_ID} className={styles.card} aria-labelledby="import-how">
      <h2 id="import-how">How to get the file</h2>
      <DisclosureGroup
        key={hash}
        className={styles.guides ?? ''}
        defaultExpandedKeys={[guideOf(hash, navigator.userAgent)]}
      >
        {EXPORT_GUIDES.map(({ id, name, steps }) => (
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
