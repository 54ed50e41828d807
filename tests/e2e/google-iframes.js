/*
 * A stand-in for https://apis.google.com/js/api.js, the one script that the login popup can't do without and that no
 * emulator brings along: two windows that call each other. Everything else of the popup is the SDK's and the Auth
 * emulator's own. Loaded by the app's page and, inside the frame it opens, by the emulator's page.
 */

/** The other window, as the SDK sees it: named messages with answers. */
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
          // As Google's script does it; the SDK throws after every question for web storage.
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
