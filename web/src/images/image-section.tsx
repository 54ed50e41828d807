import type { ObjectKind } from '@foldmark/library/entities/collections';
import { ImageIcon } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';

import { useServices } from '#web/hooks/services.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';

import { OFFERED_TYPES } from './image-plan.ts';
import styles from './image-section.module.css';
import { SelectedFile } from './selected-file.tsx';
import type { UploadState } from './upload-state.ts';
import { useDroppedOrPastedFile } from './use-dropped-or-pasted-file.ts';
import type { ImageUpload } from './use-image-upload.ts';

interface ImageSectionProps {
  readonly kind: ObjectKind;
  /** The key of the current image; empty if there is none. */
  readonly imageKey: string;
  readonly upload: ImageUpload;
}

const TITLES = { link: 'Link Image', folder: 'Folder Image' } as const satisfies Record<ObjectKind, string>;

/** Shows and changes the image of a link or folder. Changes are saved immediately. */
export function ImageSection(props: ImageSectionProps) {
  const { demo } = useServices();
  return demo === null ? <ChangeableImage {...props} /> : <NoImages kind={props.kind} />;
}

/** An image would be stored on the server. */
function NoImages({ kind }: Pick<ImageSectionProps, 'kind'>) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{TITLES[kind]}</h3>
      <p className={styles.hint}>{"The demo can't store images. With an account you can add one here."}</p>
    </section>
  );
}

function ChangeableImage({ kind, imageKey, upload: image }: ImageSectionProps) {
  const { state, isBusy, isOffline, select, upload, cancel, remove } = image;
  const isOver = useDroppedOrPastedFile(select);
  const section = useFocusAfterStep(state.step);
  const titleId = useId();
  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className={classNames(styles.section, isOver && styles.over)}
    >
      <h3 id={titleId} className={styles.title}>
        {TITLES[kind]}
      </h3>
      <div className={styles.current}>
        <CurrentImage imageKey={imageKey} />
        <div className={styles.choice}>
          <div className={styles.buttons}>
            <FileTrigger
              acceptedFileTypes={OFFERED_TYPES}
              onSelect={(files) => {
                const [file] = files ?? [];
                if (file !== undefined) select(file);
              }}
            >
              <Button kind="outlined" isDisabled={isBusy || isOffline}>
                Select New File
              </Button>
            </FileTrigger>
            {imageKey !== '' || state.step === 'removing' ? (
              <Button
                kind="outlined"
                isDisabled={isBusy && state.step !== 'removing'}
                isPending={state.step === 'removing'}
                onPress={remove}
              >
                Remove File
              </Button>
            ) : null}
          </div>
          <p className={styles.hint}>{isOffline ? offlineText(state) : dropText(isOver)}</p>
        </div>
      </div>
      <ErrorList errors={errorsOf(state)} />
      <SelectedFile state={state} isOffline={isOffline} onUpload={upload} onCancel={cancel} />
      <p role="status" className={styles.notice}>
        {state.step === 'idle' ? state.notice : ''}
      </p>
    </section>
  );
}

function CurrentImage({ imageKey }: { readonly imageKey: string }) {
  const url = useUploadUrl(imageKey);
  return (
    <div className={styles.frame}>
      <ImageWithFallback
        sources={[url]}
        size={72}
        className={styles.picture}
        fallback={<ImageIcon aria-hidden="true" className={styles.none} />}
      />
    </div>
  );
}

function dropText(isOver: boolean): string {
  return isOver ? 'Drop the image here.' : 'You can also drop or paste an image.';
}

function offlineText({ step }: UploadState): string {
  return step === 'selected'
    ? "You're offline, so this image can't be uploaded yet. Keep this dialog open and try again online."
    : "You're offline. An image can't be uploaded without a network. Try again online.";
}

function errorsOf(state: UploadState): readonly string[] {
  return 'errors' in state ? state.errors : [];
}

/** If a step removes the focused button, focuses another one, so that the focus stays in the dialog. */
function useFocusAfterStep(step: UploadState['step']): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const before = useRef(step);
  useLayoutEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement !== document.body) return;
    const buttons = [...(section.current?.querySelectorAll('button') ?? [])];
    // With a selected file, the last button uploads it. Otherwise the first button selects a file.
    (step === 'selected' ? buttons.at(-1) : buttons.at(0))?.focus();
  }, [step]);
  return section;
}
