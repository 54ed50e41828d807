import type { Plugin } from 'vite';

const GOOGLES_IMAGE = '"//www.google.com/images/cleardot.gif"';
/** A protocol ends with a colon, so the SDK takes https everywhere. A local run has none. */
const IS_HTTP = 'location.protocol=="http"';

/**
 * After a failed connection, Firestore's SDK requests an image to learn whether the network is down. It takes one of Google's, which
 * tells Google of each outage, and which the Content-Security-Policy would have to allow. Ours tells as much.
 */
export function ownNetworkTest(): Plugin {
  let isDone = false;
  return {
    name: 'own-network-test',
    apply: 'build',
    transform: {
      filter: { id: /@firebase\/webchannel-wrapper\//, code: GOOGLES_IMAGE },
      handler: (code) => {
        isDone = true;
        const changed = code
          .replaceAll(GOOGLES_IMAGE, '`//${location.host}/favicon.ico`')
          .replaceAll(IS_HTTP, 'location.protocol=="http:"');
        return { code: changed, map: null };
      },
    },
    buildEnd: (error) => {
      if (error === undefined && !isDone)
        throw new Error('The SDK does not test the network with that image any more.');
    },
  };
}
