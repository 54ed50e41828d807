import type { Plugin } from 'vite';

/** Drops what only the server, the tests and docs/api.md read from the contract's table of endpoints. */
export function leanEndpoints(): Plugin {
  return {
    name: 'lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/endpoint-table\.ts$/ },
      handler: (code) => ({ code: withoutTexts(code), map: null }),
    },
  };
}

/** Removes the properties `summary`, `scope` and `failures` of all rows. */
export function withoutTexts(code: string): string {
  const lean = code
    .replaceAll(/^ {4}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/gm, '')
    .replaceAll(/^ {4}(?:scope: '\w+'|failures: \[[^\]]*\]),\n/gm, '');
  if (/^ {4}(?:summary|scope|failures):/m.test(lean))
    throw new Error('A row of the table of endpoints has a form that the build does not know.');
  return lean;
}
