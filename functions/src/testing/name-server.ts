import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { onTestFinished } from 'vitest';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const ANSWER = 0x81_80;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;
const TTL_SECONDS = 60;

/** The record of a name: its IPv4 and IPv6 addresses as bytes, or how the server fails to answer. */
export type NameRecord = { readonly a?: Uint8Array; readonly aaaa?: Uint8Array } | 'silent' | 'failing';

/** Starts a local DNS server until the test ends. */
export async function serveNames(
  records: (name: string) => NameRecord | undefined,
): Promise<{ readonly server: string; readonly queries: readonly string[] }> {
  const queries: string[] = [];
  const socket = createSocket('udp4', (query, sender) => {
    const { name, type, end } = questionOf(query);
    queries.push(`${name} ${type === TYPE_A ? 'A' : 'AAAA'}`);
    const record = records(name);
    if (record === 'silent') return;
    const address = typeof record === 'object' ? record[type === TYPE_A ? 'a' : 'aaaa'] : undefined;
    const code = record === undefined ? NO_SUCH_NAME : record === 'failing' ? SERVER_FAILURE : 0;
    socket.send(answerTo(query.subarray(0, end), type, address, code), sender.port, sender.address);
  });
  onTestFinished(() => void socket.close());
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, queries };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(offset + 1), end: offset + 5 };
}

function answerTo(question: Buffer, type: number, address: Uint8Array | undefined, code: number): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(ANSWER | code, 2);
  // The section counts: one question, the answers, no authorities and no additional records.
  [1, address === undefined ? 0 : 1, 0, 0].forEach((count, index) =>
    head.writeUInt16BE(count, 4 + 2 * index),
  );
  if (address === undefined) return head;
  const record = Buffer.alloc(12);
  // A pointer to the name in the question, at byte 12.
  record.writeUInt16BE(0xc0_0c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_SECONDS, 6);
  record.writeUInt16BE(address.byteLength, 10);
  return Buffer.concat([head, record, address]);
}
