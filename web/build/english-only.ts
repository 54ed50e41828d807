import type { Plugin } from 'vite';

const ABSENT = '\0absent-language';

/**
 * Drops the texts of React Aria in languages other than English. The app's own texts are English, and a screen reader would
 * read a mixture. React Aria ignores missing languages, and uses English for them.
 */
export function englishOnly(): Plugin {
  let isDone = false;
  return {
    name: 'english-only',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/intl\/\w+\/(?!en-US\b)[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: (_id, importer) => {
        if (importer?.includes('/react-aria/') !== true) return null;
        isDone = true;
        return ABSENT;
      },
    },
    load: { filter: { id: new RegExp(`^${ABSENT}$`) }, handler: () => 'export default undefined;' },
    buildEnd: (error) => {
      if (error === undefined && !isDone)
        throw new Error('React Aria has no texts in other languages any more.');
    },
  };
}
