import { silentLog } from '#firestore/log/log.ts';
import { FileJournal } from '#firestore/store/journal/file-journal.ts';
import { JournalledDocuments, newJournalCodec, numbered } from '#firestore/testing/journalled-documents.ts';

/**
 * Runs as a process with a limit on the size of files. Appends a record that fits, one that exceeds the limit, and another
 * that fits. Prints the result of each, then kills itself.
 */
const LARGE = 1 << 20;
const [directory = ''] = process.argv.slice(2);

const journal = new FileJournal({ directory, codec: newJournalCodec(), log: silentLog });
await journal.open(new JournalledDocuments());
for (const [at, padding] of ['', 'x'.repeat(LARGE), ''].entries()) {
  try {
    await journal.append(numbered(at, `c/${at}`, padding));
    process.stdout.write('kept\n');
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
process.kill(process.pid, 'SIGKILL');
