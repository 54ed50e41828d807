import { useCallback } from 'react';
import { ProgressBar } from 'react-aria-components/ProgressBar';

import { Button } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import styles from './image-section.module.css';
import type { PreparedImage } from './prepare-image.ts';
import type { UploadState } from './upload-state.ts';

interface SelectedFileProps {
  readonly state: UploadState;
  readonly isOffline: boolean;
  readonly onUpload: () => void;
  readonly onCancel: () => void;
}

/** The selected file, shown until its upload has ended. */
export function SelectedFile({ state, isOffline, onUpload, onCancel }: SelectedFileProps) {
  if (state.step === 'idle' || state.step === 'removing') return null;
  if (state.step === 'preparing') {
    return (
      <div className={styles.file}>
        <span className={styles.preview}>
          <Spinner label="Reading the file" />
        </span>
        <FileName name={state.name} />
      </div>
    );
  }
  const { image } = state.selected;
  return (
    <>
      <div className={styles.file}>
        <Preview blob={image.blob} />
        <FileName name={image.name} size={image.blob.size} />
        <Button
          kind="outlined"
          isPending={state.step !== 'selected'}
          isDisabled={isOffline && state.step === 'selected'}
          onPress={onUpload}
        >
          Upload Selected File
        </Button>
      </div>
      {state.step === 'selected' ? null : (
        <div className={styles.progress}>
          <Progress image={image} part={state.step === 'uploading' ? state.part : 1} />
          {state.step === 'uploading' ? (
            <Button kind="quiet" onPress={onCancel}>
              Cancel Upload
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

function Progress({ image, part }: { readonly image: PreparedImage; readonly part: number }) {
  return (
    <ProgressBar aria-label={`Uploading ${image.name}`} value={100 * part} className={styles.bar ?? ''}>
      {({ percentage = 0, valueText }) => (
        <>
          <div className={styles.track}>
            <div className={styles.fill} style={{ scale: `${percentage / 100} 1` }} />
          </div>
          <span className={styles.percent}>{valueText}</span>
        </>
      )}
    </ProgressBar>
  );
}

function FileName({ name, size }: { readonly name: string; readonly size?: number }) {
  return (
    <span className={styles.name}>
      <span className="one-line" dir="auto" title={name}>
        {name}
      </span>
      {size === undefined ? null : <span className={styles.size}>{sizeText(size)}</span>}
    </span>
  );
}

/** Shows the image to upload, which may differ from the selected file. */
function Preview({ blob }: { readonly blob: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => {
        URL.revokeObjectURL(url);
      };
    },
    [blob],
  );
  return <img ref={show} alt="Preview" className={styles.preview} width={40} height={40} />;
}

function sizeText(bytes: number): string {
  const kib = Math.ceil(bytes / 1024);
  return kib < 1024 ? `${kib} KB` : `${(kib / 1024).toFixed(1)} MB`;
}
