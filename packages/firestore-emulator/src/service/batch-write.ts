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
    const database = checkDatabase(request.database);
    const writes = request.writes ?? [];
    if (writes.length > MAX_WRITES) {
      throw new StatusError('INVALID_ARGUMENT', `A maximum of ${MAX_WRITES} writes is allowed per request.`);
    }
    const seen = new Set<string>();
    // If one write can't be decoded, the whole request fails. Later errors affect only their own write.
    const outcomes = await Promise.all(
      decodeWrites(writes, database).map(async (write) => writeOne(context, caller, database, write, seen)),
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
  seen: Set<string>,
): Promise<Outcome> {
  try {
    if (seen.has(write.name)) {
      throw new StatusError('INVALID_ARGUMENT', `Document ${write.name} is written twice by one request.`);
    }
    seen.add(write.name);
    const { results } = await commitWrites(context, caller, database, [write]);
    return { result: results[0] ?? null, error: null };
  } catch (error) {
    if (error instanceof StatusError) return { result: null, error };
    throw error;
  }
}
