import protobuf from 'protobufjs/light.js';

/**
 * The messages of an export, with only the fields that Firestore uses. The entities are those of the old Datastore (proto2
 * with groups; the numbers come from google/appengine's entity.proto). The two metadata messages are undocumented.
 */
const DEFINITION: protobuf.INamespace = {
  nested: {
    EntityProto: {
      fields: {
        key: { rule: 'required', type: 'Key', id: 13 },
        property: { rule: 'repeated', type: 'Property', id: 14 },
        rawProperty: { rule: 'repeated', type: 'Property', id: 15 },
        entityGroup: { rule: 'required', type: 'Path', id: 16 },
      },
    },
    Key: {
      fields: {
        app: { rule: 'required', type: 'string', id: 13 },
        path: { rule: 'required', type: 'Path', id: 14 },
        nameSpace: { type: 'string', id: 20 },
        databaseId: { type: 'string', id: 23 },
      },
    },
    Path: {
      fields: { element: { rule: 'repeated', type: 'Element', id: 1 } },
      nested: {
        Element: {
          group: true,
          fields: {
            type: { rule: 'required', type: 'string', id: 2 },
            id: { type: 'int64', id: 3 },
            name: { type: 'string', id: 4 },
          },
        },
      },
    },
    Property: {
      fields: {
        meaning: { type: 'int32', id: 1 },
        name: { rule: 'required', type: 'string', id: 3 },
        multiple: { rule: 'required', type: 'bool', id: 4 },
        value: { rule: 'required', type: 'PropertyValue', id: 5 },
      },
    },
    PropertyValue: {
      fields: {
        int64Value: { type: 'int64', id: 1 },
        booleanValue: { type: 'bool', id: 2 },
        stringValue: { type: 'bytes', id: 3 },
        doubleValue: { type: 'double', id: 4 },
        pointValue: { type: 'PointValue', id: 5 },
        referenceValue: { type: 'ReferenceValue', id: 12 },
      },
      nested: {
        PointValue: {
          group: true,
          fields: {
            x: { rule: 'required', type: 'double', id: 6 },
            y: { rule: 'required', type: 'double', id: 7 },
          },
        },
        ReferenceValue: {
          group: true,
          fields: {
            app: { rule: 'required', type: 'string', id: 13 },
            pathElement: { rule: 'repeated', type: 'PathElement', id: 14 },
            nameSpace: { type: 'string', id: 20 },
            databaseId: { type: 'string', id: 23 },
          },
          nested: {
            PathElement: {
              group: true,
              fields: {
                type: { rule: 'required', type: 'string', id: 15 },
                id: { type: 'int64', id: 16 },
                name: { type: 'string', id: 17 },
              },
            },
          },
        },
      },
    },
    /** A record of the overall metadata. Each part is one output, or one kind of documents. */
    OverallMetadata: {
      fields: { part: { rule: 'repeated', type: 'Part', id: 1 } },
      nested: {
        Part: {
          fields: {
            format: { type: 'Format', id: 1 },
            metadataFile: { type: 'string', id: 2 },
            entities: { type: 'uint64', id: 3 },
            bytes: { type: 'uint64', id: 4 },
          },
        },
        Format: { fields: { first: { type: 'int32', id: 1 }, third: { type: 'int32', id: 3 } } },
      },
    },
    /** The content of an .export_metadata file. */
    ExportMetadata: {
      fields: {
        run: { type: 'Run', id: 1 },
        output: { rule: 'repeated', type: 'Output', id: 2 },
      },
      nested: {
        Run: {
          fields: {
            name: { type: 'string', id: 1 },
            startMicros: { type: 'uint64', id: 2 },
            endMicros: { type: 'uint64', id: 3 },
          },
        },
        Output: { fields: { nameSpace: { type: 'string', id: 1 }, file: { type: 'string', id: 2 } } },
      },
    },
  },
};

const WITHOUT_DEFAULTS: protobuf.IConversionOptions = { longs: String };

export interface EntityMessage {
  readonly key?: KeyMessage;
  readonly property?: readonly PropertyMessage[];
  readonly rawProperty?: readonly PropertyMessage[];
  readonly entityGroup?: PathMessage;
}

export interface KeyMessage {
  readonly app?: string;
  readonly path?: PathMessage;
  readonly nameSpace?: string;
  readonly databaseId?: string;
}

export interface PathMessage {
  readonly element?: readonly ElementMessage[];
}

/** An element of a key's path or of a reference's path. */
export interface ElementMessage {
  readonly type?: string;
  readonly id?: Int64;
  readonly name?: string;
}

export interface PropertyMessage {
  readonly meaning?: number;
  readonly name?: string;
  readonly multiple?: boolean;
  readonly value?: ValueMessage;
}

export interface ValueMessage {
  readonly int64Value?: Int64;
  readonly booleanValue?: boolean;
  readonly stringValue?: Uint8Array;
  readonly doubleValue?: number;
  readonly pointValue?: { readonly x?: number; readonly y?: number };
  readonly referenceValue?: ReferenceMessage;
}

export interface ReferenceMessage {
  readonly app?: string;
  readonly pathElement?: readonly ElementMessage[];
  readonly nameSpace?: string;
  readonly databaseId?: string;
}

export interface OverallMessage {
  readonly part?: readonly PartMessage[];
}

export interface PartMessage {
  readonly format?: { readonly first: number; readonly third: number };
  readonly metadataFile?: string;
  readonly entities?: Int64;
  readonly bytes?: Int64;
}

export interface MetadataMessage {
  readonly run?: { readonly name: string; readonly startMicros: Int64; readonly endMicros: Int64 };
  readonly output?: readonly { readonly nameSpace?: string; readonly file?: string }[];
}

/** protobufjs encodes an int64 from its two halves. Decoded values are decimal strings. */
export type Int64 = { readonly low: number; readonly high: number; readonly unsigned: boolean } | string;

export interface Codec<Message extends object> {
  encode(message: Message): Uint8Array;
  /** Returns only the fields that were in the bytes. Throws if the bytes are not a valid message. */
  decode(bytes: Uint8Array): Message;
}

export interface ExportMessages {
  readonly entity: Codec<EntityMessage>;
  readonly overall: Codec<OverallMessage>;
  readonly metadata: Codec<MetadataMessage>;
}

export function loadExportMessages(): ExportMessages {
  const root = protobuf.Root.fromJSON(DEFINITION);
  const entity = root.lookupType('EntityProto');
  const overall = root.lookupType('OverallMetadata');
  const metadata = root.lookupType('ExportMetadata');
  return {
    entity: {
      encode: (message) => entity.encode(message).finish(),
      decode: (bytes) => entity.toObject(entity.decode(bytes), WITHOUT_DEFAULTS),
    },
    overall: {
      encode: (message) => overall.encode(message).finish(),
      decode: (bytes) => overall.toObject(overall.decode(bytes), WITHOUT_DEFAULTS),
    },
    metadata: {
      encode: (message) => metadata.encode(message).finish(),
      decode: (bytes) => metadata.toObject(metadata.decode(bytes), WITHOUT_DEFAULTS),
    },
  };
}

export function int64(value: bigint): Int64 {
  return {
    low: Number(BigInt.asIntN(32, value)),
    high: Number(BigInt.asIntN(32, value >> 32n)),
    unsigned: false,
  };
}

export function bigintOf(value: Int64): bigint {
  return typeof value === 'string' ? BigInt(value) : (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}
