import * as fc from 'fast-check';
import { toProto3JSON } from 'proto3-json-serializer';
import { expect, test } from 'vitest';

import { createJsonWriter } from '#firestore/protobuf/json-output.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';
import { arbitraryRequest } from '#firestore/protobuf/testing/arbitrary-message.ts';

const messages = loadMessages();

test.each([
  'Document',
  'ListenResponse',
  'WriteResponse',
  'RunQueryResponse',
  'RunAggregationQueryResponse',
  'BatchWriteResponse',
  'CommitRequest',
])('the writer and the serializer give the same JSON for any %s', (name) => {
  const { reflection } = messages.type(`google.firestore.v1.${name}`);
  const write = createJsonWriter(reflection);
  fc.assert(
    fc.property(arbitraryRequest(reflection), (message) => {
      // The details of a status may have any type. Unknown types have no JSON.
      fc.pre(!JSON.stringify(message).includes('"details"'));
      const asExpected = toProto3JSON(reflection.fromObject(message));
      expect(write(message)).toBe(JSON.stringify(asExpected, signedZero));
    }),
  );
});

/** The serializer loses the sign of -0, which the service preserves. */
function signedZero(_key: string, value: unknown): unknown {
  return Object.is(value, -0) ? '-0' : value;
}
