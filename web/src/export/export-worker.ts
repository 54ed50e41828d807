import { makeExport } from '@foldmark/library/files/writing/make-export';
import type { ExportMessage } from '#web/export/run-export.ts';
import type { SnapshotFolder, SnapshotLink } from '@foldmark/library/files/writing/snapshot';

const folders: SnapshotFolder[] = [];
const links: SnapshotLink[] = [];

/** Writes one file. If it throws, the page gets an `error` event of the worker. */
addEventListener('message', ({ data }: MessageEvent<ExportMessage>) => {
  if (data.kind === 'entries') {
    folders.push(...data.entries.folders);
    links.push(...data.entries.links);
    return;
  }
  void makeExport({ folders, links }, data.format, Date.now()).then(postMessage).catch(reportError);
});
