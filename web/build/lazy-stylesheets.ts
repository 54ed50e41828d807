import type { Plugin } from 'vite';

/** Vite's code that loads the stylesheets of a dynamic import. */
const HELPER = '\0vite/preload-helper.js';

const CHANGES = [
  // A failed stylesheet counts as loaded.
  [/seen\[href\] = (?:void 0|undefined);(?=\s*throw)/, 'delete seen[href];'],
  // So does a stylesheet whose element is there.
  [/(?=if \(e\.type === "error"\))/, 'if (e.type === "error") link.remove();'],
  // WebKit waits only for stylesheets that match. Chromium would load the others last.
  [/(?<=if \(!isCss\) link\.as = "script";)/, 'else { link.media = "print"; link.fetchPriority = "high"; }'],
  [/else (res\(e\);)/, 'else { link.sheet.media.mediaText = "all"; $1 }'],
] as const;

/**
 * Lets a retry of a dynamic import load its stylesheets too: Vite tries each only once, so what was offline at first would show
 * without its styles. Also lets a stylesheet load without delaying others: while one in the head loads, WebKit applies none that
 * has loaded and lays out no new content. Fails if Vite's code has changed.
 */
export function lazyStylesheets(): Plugin {
  return {
    name: 'lazy-stylesheets',
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
