import type { MapValue } from '#firestore/model/value.ts';
import type { EntityMessage, ExportMessages } from '#firestore/transfer/entity-messages.ts';
import {
  DEFAULT_DATABASE,
  elementsOf,
  pathOf,
  projectOfApp,
  appOf,
} from '#firestore/transfer/entity-path.ts';
import { fieldsOf, propertiesOf } from '#firestore/transfer/entity-value.ts';

/** A document in an export: its path and its fields. The format has no creation and update times. */
export interface ExportedDocument {
  readonly project: string;
  /** `(default)`, or the id of another database. */
  readonly database: string;
  /** The path below the root, such as `users/alice`. */
  readonly path: string;
  readonly fields: MapValue;
}

export function encodeEntity(document: ExportedDocument, messages: ExportMessages): Uint8Array {
  const element = elementsOf(document.path.split('/'));
  const message: EntityMessage = {
    key: {
      app: appOf(document.project),
      path: { element },
      ...(document.database === DEFAULT_DATABASE ? {} : { databaseId: document.database }),
    },
    ...propertiesOf(document.fields, messages.entity),
    entityGroup: { element: element.slice(0, 1) },
  };
  return messages.entity.encode(message);
}

/** Throws an Error that explains the defect of an invalid entity. */
export function decodeEntity(bytes: Uint8Array, messages: ExportMessages): ExportedDocument {
  const message = messages.entity.decode(bytes);
  const { app = '', path, nameSpace = '', databaseId = '' } = message.key ?? {};
  if (nameSpace !== '')
    throw new Error(`it is in the namespace ${JSON.stringify(nameSpace)}, which Firestore does not support`);
  return {
    project: projectOfApp(app),
    database: databaseId === '' ? DEFAULT_DATABASE : databaseId,
    path: pathOf(path?.element ?? []),
    fields: fieldsOf(message, messages.entity),
  };
}
