/**
 * The message types that @google-cloud/firestore ships but does not export; `paths` in packages/firestore-emulator/tsconfig.json leads
 * there. Types only: what runs is the reflection in wire/messages.ts.
 */
export type { google } from '#firestore-protos';
