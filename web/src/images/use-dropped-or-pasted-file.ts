import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Handles a file that is dropped or pasted anywhere on the page. Without this, the browser would open a dropped file instead of
 * the page. Returns true while a file is dragged over the page.
 */
export function useDroppedOrPastedFile(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);

  const handleFile = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const [file] = data?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onDragOver = (event: DragEvent): void => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) setOver(false);
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        handleFile(event, event.dataTransfer);
      },
      { signal },
    );
    window.addEventListener(
      'paste',
      (event) => {
        // A spreadsheet adds an image of the copied cells to their text. The user means to paste the text.
        if (event.clipboardData?.types.includes('text/plain') !== true)
          handleFile(event, event.clipboardData);
      },
      { signal },
    );
    return () => {
      listening.abort();
    };
  }, []);

  return isOver;
}

function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true;
}
