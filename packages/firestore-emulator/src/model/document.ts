import type { MapValue, Timestamp } from '#firestore/model/value.ts';

/** A stored document. It is immutable, so readers may keep it. */
export interface Document {
  /** projects/{p}/databases/{d}/documents/{path} */
  readonly name: string;
  readonly fields: MapValue;
  readonly createTime: Timestamp;
  readonly updateTime: Timestamp;
}
