import type { Plugin } from 'vite';

/** React Router gives every bundler the build that warns developers. The other one has the same files beside it. */
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
