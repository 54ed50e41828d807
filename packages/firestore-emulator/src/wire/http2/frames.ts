/** The frames of HTTP/2 (RFC 9113, section 4). */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const SETTING = {
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

export const ERROR = {
  none: 0,
  protocol: 1,
  flowControl: 3,
  frameSize: 6,
  refused: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** An error that ends the connection. */
export class ConnectionError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ConnectionError';
    this.code = code;
  }
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

/** The largest payload that a peer sends if we do not allow more. We also send no larger ones. */
export const MAX_PAYLOAD = 16_384;
export const HEAD_BYTES = 9;

/** Splits received bytes into frames. */
export class FrameReader {
  #rest: Buffer | null = null;

  /** Calls back for each complete frame. The payload is a view of the received bytes. */
  push(bytes: Buffer, receive: (frame: Frame) => void): void {
    const all = this.#rest === null ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = null;
    let at = 0;
    while (all.length - at >= HEAD_BYTES) {
      const length = all.readUIntBE(at, 3);
      if (length > MAX_PAYLOAD) throw new ConnectionError(ERROR.frameSize, 'A frame is too long.');
      const end = at + HEAD_BYTES + length;
      if (end > all.length) break;
      receive({
        type: all.readUInt8(at + 3),
        flags: all.readUInt8(at + 4),
        streamId: all.readUInt32BE(at + 5) & 0x7fff_ffff,
        payload: all.subarray(at + HEAD_BYTES, end),
      });
      at = end;
    }
    if (at < all.length) this.#rest = all.subarray(at);
  }
}

export function frameHead(type: number, flags: number, streamId: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUIntBE(length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return head;
}

export function frame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  return Buffer.concat([frameHead(type, flags, streamId, payload.length), payload]);
}

/** The payload of a frame that consists of 32-bit numbers. */
export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4);
  return bytes;
}

/** Removes the padding and the priority of a DATA or HEADERS frame. */
export function unpadded({ flags, payload }: Frame, mayHavePriority: boolean): Buffer {
  let start = 0;
  let end = payload.length;
  if ((flags & FLAG.padded) !== 0) {
    if (payload.length === 0) throw new ConnectionError(ERROR.frameSize, 'The padding is missing.');
    start = 1;
    end -= payload.readUInt8(0);
  }
  if (mayHavePriority && (flags & FLAG.priority) !== 0) start += 5;
  if (start > end) throw new ConnectionError(ERROR.protocol, 'The padding is longer than the frame.');
  return payload.subarray(start, end);
}
