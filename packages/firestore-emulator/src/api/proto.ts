/**
 * The message types that @google-cloud/firestore ships but does not export. `paths` in the package's tsconfig.json
 * points to them. They are types only: protobuf/messages.ts loads the message classes at runtime.
 */
export type { google } from '#firestore-protos';
