/*
 * A fake of https://apis.google.com/js/api.js, which the login popup needs and no emulator provides. It lets two windows call
 * each other. The rest of the popup is the real SDK and Auth emulator. The app's page loads it, and so does the emulator's
 * page in the frame that the SDK opens.
 */

/** The SDK's interface to the other window: named messages with responses. */
function peerOf(target) {
  const handlers = new Map();
  const early = [];
  const pending = new Map();
  const ready = Promise.withResolvers();
  const post = (message) => target().postMessage({ bridge: true, ...message }, '*');
  const answer = async ({ id, name, data }) => post({ answers: id, result: await handlers.get(name)(data) });

  addEventListener('message', ({ source, data: message }) => {
    if (source !== target() || message?.bridge !== true) return;
    if (message.ready) ready.resolve();
    else if (message.answers !== undefined) pending.get(message.answers)([message.result]);
    else if (handlers.has(message.name)) void answer(message);
    else early.push(message);
  });

  return {
    post,
    restyle: async () => undefined,
    ping: async (onPong) => onPong(await ready.promise),
    register: (name, handler) => {
      handlers.set(name, handler);
      for (const message of early.filter((waiting) => waiting.name === name)) void answer(message);
    },
    send: (name, data, onAnswer) => {
      const id = crypto.randomUUID();
      pending.set(id, (results) => {
        try {
          onAnswer(results);
        } catch {
          // Google's script ignores errors too. The SDK throws after each web storage request.
        }
      });
      post({ id, name, data });
    },
  };
}

const iframeContext = {
  open: async ({ where, url, attributes }, onOpen) => {
    const frame = document.createElement('iframe');
    const { style, ...others } = attributes;
    Object.assign(frame.style, style);
    for (const [name, value] of Object.entries(others)) frame.setAttribute(name, value);
    frame.src = url;
    const peer = peerOf(() => frame.contentWindow);
    where.append(frame);
    return onOpen(peer);
  },
  getParentIframe: () => {
    const peer = peerOf(() => parent);
    peer.post({ ready: true });
    return peer;
  },
};

globalThis.gapi = {
  load: (_name, { callback }) => callback(),
  iframes: { CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => iframeContext },
};
globalThis[new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload']?.();
