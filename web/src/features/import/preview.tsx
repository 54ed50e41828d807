import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useEffect, useRef, useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import type { FilePreview } from '#web/import/file-preview.ts';
import type { KnownCounts } from '#web/import/known-links.ts';
import type { OpenFile } from '#web/import/open-file.ts';
import { countText } from '@foldmark/library/text/count-text';
import { numberText } from '@foldmark/library/text/number-text';
import type { Key } from '@foldmark/library/memory/keys';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';

import { FileContent } from './file-content.tsx';
import styles from './import.module.css';
import {
  accountOf,
  blockedText,
  detailsOf,
  iconsText,
  knownText,
  likelyText,
  tagsText,
} from './preview-texts.ts';
import { SkippedEntries } from './skipped-entries.tsx';
import { TargetFolder } from './target-folder.tsx';
import { ToldList } from './told-list.tsx';
import { useKnownCounts } from './use-known-counts.ts';

export interface ImportChoice {
  readonly target: Key;
  readonly tagsAsFolders: boolean;
  readonly icons: boolean;
}

interface PreviewProps {
  readonly name: string;
  readonly file: OpenFile;
  readonly preview: FilePreview;
  /** Stores the import. Returns the errors. */
  readonly onImport: (choice: ImportChoice) => Promise<readonly string[]>;
  readonly onCancel: () => void;
}

/** Previews the effect of an import, before any data leaves this device. */
export function Preview({ name, file, preview, onImport, onCancel }: PreviewProps) {
  const counts = useKnownCounts(file);
  const known = counts?.known ?? null;
  const heading = useFocusedHeading();
  return (
    <section className={styles.card} aria-labelledby="import-preview">
      <header className={styles.head}>
        <h2 id="import-preview" ref={heading} tabIndex={-1}>
          From {preview.source}: {countText(preview.links, 'link')} and {countText(preview.folders, 'folder')}
        </h2>
        <p className={styles.muted} dir="auto">
          {name}
        </p>
      </header>
      <Facts preview={preview} counts={counts} />
      {preview.rows === 0 ? null : <FileContent file={file} rowCount={preview.rows} />}
      {preview.skipped === 0 ? null : (
        <details className={styles.details}>
          <summary>{numberText(preview.skipped)} skipped</summary>
          <SkippedEntries file={file} count={preview.skipped} />
        </details>
      )}
      <Choices preview={preview} known={known} onImport={onImport} onCancel={onCancel} />
    </section>
  );
}

function Facts({ preview, counts }: { readonly preview: FilePreview; readonly counts: KnownCounts | null }) {
  const known = counts?.known ?? null;
  const details = detailsOf(preview);
  return (
    <>
      <dl className={styles.account}>
        {accountOf(preview, known).map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count === null ? '...' : numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {details === '' ? null : <p className={styles.muted}>{details}.</p>}
      <p role="status" className={styles.known}>
        {counts === null
          ? 'Comparing with your library...'
          : [knownText(preview, counts.known), likelyText(counts)].filter((text) => text !== null).join(' ')}
      </p>
      <ToldList sentences={preview.told} />
    </>
  );
}

function Choices({
  preview,
  known,
  onImport,
  onCancel,
}: Omit<PreviewProps, 'name' | 'file'> & { readonly known: number | null }) {
  const tree = useFolderTree();
  const [chosen, setChosen] = useState<Key>(ROOT_FOLDER_ID);
  // An undo or another device can remove the chosen folder meanwhile.
  const target = tree.isVisible(chosen) ? chosen : ROOT_FOLDER_ID;
  const [tagsAsFolders, setTagsAsFolders] = useState(false);
  const [icons, setIcons] = useState(true);
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const blocked = blockedText(preview, { tagsAsFolders });
  const start = async () => {
    setPending(true);
    setErrors(await onImport({ target, tagsAsFolders, icons: icons && preview.sites > 0 }));
    setPending(false);
  };
  return (
    <>
      <TargetFolder folder={target} onChange={setChosen} />
      {preview.tags === 0 ? null : (
        <div>
          <Checkbox isSelected={tagsAsFolders} onChange={setTagsAsFolders}>
            Tags as folders
          </Checkbox>
          <p className={styles.muted}>{tagsText(preview.tags, tagsAsFolders)}</p>
        </div>
      )}
      {preview.sites === 0 ? null : (
        <div>
          <Checkbox isSelected={icons} onChange={setIcons}>
            Fetch icons for {countText(preview.sites, 'site')}
          </Checkbox>
          <p className={styles.muted}>{iconsText(icons)}</p>
        </div>
      )}
      <ErrorList errors={[...(blocked === null ? [] : [blocked]), ...errors]} />
      <div className={styles.actions}>
        <Button
          kind="primary"
          isPending={isPending}
          isDisabled={blocked !== null}
          onPress={() => {
            void start();
          }}
        >
          {known !== null && known > 0 && known === preview.links ? 'Import anyway' : 'Import'}
        </Button>
        <Button kind="quiet" isDisabled={isPending} onPress={onCancel}>
          Choose another file
        </Button>
      </div>
    </>
  );
}

/** Moves the focus to the heading that has replaced the focused button. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return heading;
}
