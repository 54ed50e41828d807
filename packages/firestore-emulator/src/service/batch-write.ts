import type { Caller, FirestoreService } from '#firestore/api/service.ts';
import { commitWrites } from '#firestore/service/commit.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDatabase } from '#firestore/model/names.ts';
import type { Write, WriteResult } from '#firestore/model/write.ts';
import { decodeWrites, encodeWriteResult } from '#firestore/protobuf/writes.ts';

const MAX_WRITES = 500;

/** Each write succeeds or fails independently of the others. */
export function batchWrite(context: ServiceContext): FirestoreService['batchWrite'] {
  return async (request, caller) => {
    // The client libraries for apps have no such call, so the rules don't apply, as in Google's emulator.
    context.authorizer.requireAdmin(caller, 'Batch writes require admin authentication.');
    const database = checkDatabase(request.database);
    const writes = request.writes ?? [];
    if (writes.length > MAX_WRITES) {
      throw new StatusError('INVALID_ARGUMENT', `A maximum of ${MAX_WRITES} writes is allowed per request.`);
    }
    // If one write can't be decoded, the whole request fails. Later errors affect only their own write.
    const decoded = decodeWrites(writes, database);
    if (new Set(decoded.map(({ name }) => name)).size < decoded.length) {
      throw new StatusError(
        'INVALID_ARGUMENT',
        'the same document cannot be written more than once in a single request',
      );
    }
    const outcomes = await Promise.all(
      decoded.map(async (write) => writeOne(context, caller, database, write)),
    );
    return {
      writeResults: outcomes.map(({ result }) => (result === null ? {} : encodeWriteResult(result))),
      status: outcomes.map(({ error }) =>
        error === null ? { code: 0 } : { code: error.code, message: error.message },
      ),
    };
  };
}

interface Outcome {
  readonly result: WriteResult | null;
  readonly error: StatusError | null;
}

async function writeOne(
  context: ServiceContext,
  caller: Caller,
  database: string,
  write: Write,
): Promise<Outcome> {
  try {
    const { results } = await commitWrites(context, caller, database, [write]);
    return { result: results[0] ?? null, error: null };
  } catch (error) {
    if (error instanceof StatusError) return { result: null, error };
    throw error;
  }
}
