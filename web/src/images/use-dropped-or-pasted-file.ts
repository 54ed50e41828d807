import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes a file that is dropped or pasted anywhere on the page, which without this would be opened in its place. True
 * while one is held over the page.
 */
export function useDroppedOrPastedFile(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);

  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
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
        take(event, event.dataTransfer);
      },
      { signal },
    );
    window.addEventListener(
      'paste',
      (event) => {
        // A spreadsheet brings a picture of the text that is meant.
        if (event.clipboardData?.types.includes('text/plain') !== true) take(event, event.clipboardData);
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
