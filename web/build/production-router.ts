import type { Plugin } from 'vite';

/** React Router's exports resolve to its development build. This plugin resolves the same file of its production build. */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(?:\/dom)?$/ },
      async handler(id, importer) {
        const found = await this.resolve(id, importer);
        return found?.id.replace('/dist/development/', '/dist/production/') ?? null;
      },
    },
  };
}
