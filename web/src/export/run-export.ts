import type { ExportFormat } from '@foldmark/library/files/writing/export-format';
import type { ExportedFile } from '@foldmark/library/files/writing/make-export';
import { type Snapshot, type SnapshotScope, snapshotOf } from '@foldmark/library/files/writing/snapshot';
import type { Library } from '@foldmark/library/memory/library';

/** Copying more entries to the worker at once would block the page. */
const SLICE_COUNT = 2000;

export type ExportMessage =
  | { readonly kind: 'entries'; readonly entries: Snapshot }
  | { readonly kind: 'write'; readonly format: ExportFormat };

/** Makes a file of the library in a worker, which also reads it back. Works offline. */
export async function runExport(
  library: Library,
  scope: SnapshotScope,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ExportMessage): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(message);
  };
  try {
    const answer = answerOf(worker, signal);
    // Marks a rejection as handled while the slices are sent. The `await` below throws it.
    answer.catch(() => undefined);
    const { folders, links } = snapshotOf(library, scope);
    for (let start = 0; start < Math.max(folders.length, links.length); start += SLICE_COUNT) {
      const end = start + SLICE_COUNT;
      send({
        kind: 'entries',
        entries: { folders: folders.slice(start, end), links: links.slice(start, end) },
      });
      await nextTask();
      signal.throwIfAborted();
    }
    send({ kind: 'write', format });
    return await answer;
  } finally {
    worker.terminate();
  }
}

async function answerOf(worker: Worker, signal: AbortSignal): Promise<ExportedFile> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ExportedFile>) => {
      resolve(data);
    });
    worker.addEventListener('error', (event) => {
      reject(new Error(`The worker failed: ${event.message}`));
    });
    signal.addEventListener('abort', () => {
      reject(new DOMException('The export was cancelled.', 'AbortError'));
    });
  });
}

async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
