import type { Plugin } from 'vite';

/** Vite's code that loads the stylesheets of a dynamic import. */
const HELPER = '\0vite/preload-helper.js';

const CHANGES = [
  // A failed stylesheet counts as loaded.
  [/seen\[href\] = (?:void 0|undefined);(?=\s*throw)/, 'delete seen[href];'],
  // So does a stylesheet whose element is there.
  [/(?=if \(e\.type === "error"\))/, 'if (e.type === "error") link.remove();'],
] as const;

/**
 * Lets a retry of a dynamic import load its stylesheets too: Vite tries each only once, so what was offline at first would show
 * without its styles. Fails if Vite's code has changed.
 */
export function retryStylesheets(): Plugin {
  return {
    name: 'retry-stylesheets',
    apply: 'build',
    transform: {
      filter: { id: new RegExp(HELPER) },
      handler: (code) =>
        CHANGES.reduce((changed, [before, after]) => {
          if (!before.test(changed)) throw new Error(`Vite's preload helper has no ${before}.`);
          return changed.replace(before, after);
        }, code),
    },
  };
}
