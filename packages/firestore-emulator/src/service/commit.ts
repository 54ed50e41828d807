import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { checkRepeatedWrites } from '#firestore/service/repeated-writes.ts';
import { transactionId } from '#firestore/service/reading.ts';
import { StatusError } from '#firestore/api/status.ts';
import { documentSize } from '#firestore/model/document-size.ts';
import { checkDatabase } from '#firestore/model/names.ts';
import type { CommitOutcome } from '#firestore/store/store.ts';
import type { Write } from '#firestore/model/write.ts';
import { writesUsage } from '#firestore/usage/prices.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';
import { decodeWrites, encodeWriteResult } from '#firestore/protobuf/writes.ts';

const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

export function commit(context: ServiceContext): FirestoreService['commit'] {
  return async (request, caller) => {
    const database = checkDatabase(request.database);
    const writes = decodeWrites(request.writes, database);
    checkRequestSize(writes);
    checkRepeatedWrites(writes);
    const transaction = transactionId(request.transaction);
    const outcome = await commitWrites(context, caller, database, writes, transaction);
    return {
      commitTime: encodeTimestamp(outcome.commitTime),
      writeResults: outcome.results.map(encodeWriteResult),
    };
  };
}

/** Commits writes for a caller: checks the rules, and bills the writes. */
export async function commitWrites(
  { store, authorizer, usage }: ServiceContext,
  caller: Caller,
  database: string,
  writes: readonly Write[],
  transaction: Uint8Array | null = null,
): Promise<CommitOutcome> {
  const outcome = await store.commit(database, writes, {
    ...(transaction === null ? {} : { transaction: store.transaction(database, transaction) }),
    authorize: (changes, time) => {
      authorizer.commit(caller, changes, time);
    },
  });
  usage.add(database, writesUsage(writes));
  return outcome;
}

function checkRequestSize(writes: readonly Write[]): void {
  let size = 0;
  for (const write of writes) {
    if (write.kind === 'update' && write.fields !== null) size += documentSize(write.name, write.fields);
  }
  if (size > MAX_REQUEST_BYTES) {
    throw new StatusError('INVALID_ARGUMENT', 'Transaction too big. Decrease transaction size.');
  }
}
