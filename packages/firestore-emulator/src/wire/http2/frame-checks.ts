import { ConnectionError, ERROR, FLAG, FRAME, SETTING, type Frame } from '#firestore/wire/http2/frames.ts';

const SETTING_BYTES = 6;
const MAX_WINDOW = 0x7fff_ffff;
const FRAME_SIZES = { least: 16_384, greatest: 0xff_ffff };

const OF_CONNECTION: ReadonlySet<number> = new Set([FRAME.settings, FRAME.ping, FRAME.goAway]);
const OF_EITHER: ReadonlySet<number> = new Set([FRAME.windowUpdate]);
const LAST_KNOWN = FRAME.continuation;

/** Some frames belong to the connection, which is stream 0, and the others to a stream. Unknown ones are ignored. */
export function checkStreamId({ type, streamId }: Frame): void {
  if (type > LAST_KNOWN || OF_EITHER.has(type)) return;
  if (OF_CONNECTION.has(type) !== (streamId === 0)) {
    throw new ConnectionError(ERROR.protocol, 'A frame is on the wrong stream.');
  }
}

export function checkLength(payload: Buffer, length: number): void {
  if (payload.length !== length) throw new ConnectionError(ERROR.frameSize, 'A frame has the wrong length.');
}

/** Returns the initial window of streams, or null if the settings do not change it. */
export function initialWindowIn({ flags, payload }: Frame): number | null {
  if ((flags & FLAG.ack) !== 0) checkLength(payload, 0);
  if (payload.length % SETTING_BYTES !== 0) {
    throw new ConnectionError(ERROR.frameSize, 'A setting is cut off.');
  }
  let initialWindow: number | null = null;
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    const value = payload.readUInt32BE(at + 2);
    switch (payload.readUInt16BE(at)) {
      case SETTING.initialWindowSize:
        checkWindow(value);
        initialWindow = value;
        break;
      case SETTING.enablePush:
        if (value > 1) throw new ConnectionError(ERROR.protocol, 'ENABLE_PUSH is neither 0 nor 1.');
        break;
      case SETTING.maxFrameSize:
        if (value < FRAME_SIZES.least || value > FRAME_SIZES.greatest)
          throw new ConnectionError(ERROR.protocol, 'MAX_FRAME_SIZE is out of range.');
        break;
      default:
    }
  }
  return initialWindow;
}

export function checkWindow(window: number): void {
  if (window > MAX_WINDOW) throw new ConnectionError(ERROR.flowControl, 'The window is too large.');
}

export function windowUpdateIn({ payload }: Frame): number {
  checkLength(payload, 4);
  const added = payload.readUInt32BE(0) & MAX_WINDOW;
  if (added === 0) throw new ConnectionError(ERROR.protocol, 'A window update adds nothing.');
  return added;
}

/** The payload of the server's own settings. */
export function settingsPayload(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * SETTING_BYTES);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, index * SETTING_BYTES);
    payload.writeUInt32BE(value, index * SETTING_BYTES + 2);
  }
  return payload;
}
