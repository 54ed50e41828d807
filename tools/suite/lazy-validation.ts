/**
 * Loaded into the official emulators before their own code (`node --import`). The Auth emulator compiles hundreds of validators,
 * one for each input of each call. That takes three quarters of its start. Its library can compile each validator on first use,
 * so this file turns that on.
 */
import { createRequire } from 'node:module';

interface Exegesis {
  compileApi: (document: unknown, options: object, ...more: readonly unknown[]) => unknown;
}

const exegesis: Exegesis = createRequire(
  createRequire(import.meta.url).resolve('firebase-tools/package.json'),
)('exegesis');
const { compileApi } = exegesis;
if (typeof compileApi !== 'function') throw new Error('The Auth emulator does not use exegesis any more.');
exegesis.compileApi = (document, options, ...more) =>
  compileApi(document, { ...options, lazyCompileValidationSchemas: true }, ...more);
