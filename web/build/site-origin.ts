import type { Plugin } from 'vite';

import deployed from '../../deploy/environments.json' with { type: 'json' };

/** Writes the public origin into index.html, because link previews need absolute urls. */
export function siteOrigin(): Plugin {
  return {
    name: 'site-origin',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('%SITE_ORIGIN%', `https://${deployed.prod.hosts[0] ?? ''}`),
    },
  };
}
