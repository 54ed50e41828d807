import { isNamePath } from '#firestore/model/field-path.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { FirestoreService } from '#firestore/api/service.ts';
import type { ServiceContext } from '#firestore/service/context.ts';
import { decodePageOffset, encodePageToken } from '#firestore/service/page.ts';
import { Reading } from '#firestore/service/reading.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeInteger } from '#firestore/protobuf/values.ts';

/** A partition of fewer documents is not worth another worker. */
const MIN_PARTITION = 64;

export function partitionQuery(context: ServiceContext): FirestoreService['partitionQuery'] {
  return async (request, caller) => {
    context.authorizer.requireAdmin(caller);
    const query = parseQuery(request.parent, request.structuredQuery);
    checkPartitionable(query);
    const partitionCount = Number(decodeInteger(request.partitionCount ?? 0));
    if (partitionCount <= 0) throw invalid('The partition count must be above zero.');
    const { readTime } = request;
    const read = new Reading(context.store, query.database, readTime ? { readTime } : {});
    const found = await read.query({
      run: (at) => runQuery(context.store, query, at),
      canMatch: () => false,
    });
    // Firestore bills a request that returns no documents as one read.
    context.usage.add(query.database, { reads: 1 });
    const names = found.map(({ name }) => name);
    return page(split(names, partitionCount), request.pageSize ?? 0, decodePageOffset(request.pageToken));
  };
}

function checkPartitionable({ collectionId, allDescendants, where, orderBy, limit, offset }: Query): void {
  const byName = orderBy.every(({ path, direction }) => isNamePath(path) && direction === 'asc');
  const whole = where === null && limit === null && offset === 0;
  if (collectionId !== null && allDescendants && byName && whole) return;
  throw invalid(
    'Only a collection group, ordered by name and neither filtered nor limited, can be partitioned.',
  );
}

/** The names at which to cut a list into equal parts: at most `partitionCount`, none smaller than MIN_PARTITION. */
function split(names: readonly string[], partitionCount: number): string[] {
  const cuts = Math.min(partitionCount, Math.floor(names.length / MIN_PARTITION));
  const at = (index: number): string => names[Math.floor((index * names.length) / (cuts + 1))] ?? '';
  return Array.from({ length: cuts }, (_, index) => at(index + 1));
}

function page(
  cuts: readonly string[],
  pageSize: number,
  offset: number,
): google.firestore.v1.IPartitionQueryResponse {
  const end = pageSize > 0 ? offset + pageSize : cuts.length;
  const partitions = cuts
    .slice(offset, end)
    .map((name) => ({ values: [{ referenceValue: name }], before: true }));
  return end < cuts.length ? { partitions, nextPageToken: encodePageToken(String(end)) } : { partitions };
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
