import { fieldAt, withField } from '#firestore/model/field-path.ts';
import type { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { checkDocumentSize } from '#firestore/model/document-size.ts';
import { identicalMaps } from '#firestore/model/identical.ts';
import { checkPrecondition } from '#firestore/store/precondition.ts';
import { truncatedToMillis } from '#firestore/model/timestamp.ts';
import { transform } from '#firestore/store/transforms.ts';
import type { MapValue, Timestamp, Value } from '#firestore/model/value.ts';
import type { IntendedChange, UpdateWrite, Write, WriteResult } from '#firestore/model/write.ts';

export interface Evaluation {
  /** One for each document, in the order of the first writes. Includes documents that stay the same. */
  readonly changes: readonly IntendedChange[];
  readonly results: readonly WriteResult[];
  /** The error of the first failed precondition. The client gets it only if the rules allow the writes. */
  readonly failure: StatusError | null;
}

/**
 * Computes the result of a commit. Each write sees the results of the writes before it. The update time of a result is that
 * of the document after the commit, as in the real service, which collapses the writes of a document to one.
 */
export function evaluateWrites(
  writes: readonly Write[],
  read: (name: string) => Document | null,
  commitTime: Timestamp,
): Evaluation {
  const drafts = new Map<string, Draft>();
  const evaluated: { readonly draft: Draft; readonly transformResults: readonly Value[] }[] = [];
  let failure: StatusError | null = null;
  for (const write of writes) {
    const before = read(write.name);
    const draft = drafts.get(write.name) ?? newDraft(write, before);
    drafts.set(write.name, draft);
    draft.writes.push(write);
    failure ??= checkPrecondition(write, draft);
    evaluated.push({ draft, transformResults: evaluate(write, draft, commitTime) });
  }
  const results = evaluated.map(({ draft, transformResults }) => ({
    updateTime: draft.after?.updateTime ?? null,
    transformResults,
  }));
  return { changes: [...drafts].map(intended), results, failure };
}

interface Draft {
  readonly before: Document | null;
  after: Document | null;
  deleted: boolean;
  /** True while all writes of this document only verify it. */
  verified: boolean;
  /** For the rules, the first write's precondition decides, even if the commit will fail because of it. */
  readonly written: 'create' | 'update';
  readonly writes: Write[];
}

function newDraft({ kind, precondition }: Write, before: Document | null): Draft {
  const expected =
    kind !== 'update' || precondition === null
      ? before !== null
      : precondition.kind === 'update-time' || precondition.exists;
  const written = expected ? 'update' : 'create';
  return { before, after: before, deleted: false, verified: true, written, writes: [] };
}

function intended([name, { before, after, verified, written, writes }]: [string, Draft]): IntendedChange {
  const kind = verified ? 'verify' : after === null ? 'delete' : written;
  return { name, before, after, kind, writes };
}

/** Applies a write. Returns its transform results. */
function evaluate(write: Write, draft: Draft, commitTime: Timestamp): readonly Value[] {
  if (write.kind === 'verify') return [];
  draft.verified = false;
  if (write.kind === 'delete') {
    draft.after = null;
    draft.deleted = true;
    return [];
  }
  const { document, transformResults } = updated(write, draft.after, commitTime);
  draft.after = previousIfUnchanged(draft.before, document) ?? document;
  return transformResults;
}

/** Returns the previous document if the write changed no field, since its update time must stay the same. */
function previousIfUnchanged(before: Document | null, after: Document): Document | null {
  const same = before?.createTime === after.createTime && identicalMaps(before.fields, after.fields);
  return same ? before : null;
}

function updated(
  write: UpdateWrite,
  current: Document | null,
  commitTime: Timestamp,
): { readonly document: Document; readonly transformResults: readonly Value[] } {
  let fields = merged(write, current?.fields ?? new Map<string, Value>());
  const transformResults: Value[] = [];
  for (const change of write.transforms) {
    const applied = transform(fields, change, truncatedToMillis(commitTime));
    fields = applied.fields;
    transformResults.push(applied.result);
  }
  checkDocumentSize(write.name, fields);
  const createTime = current?.createTime ?? commitTime;
  return { document: { name: write.name, fields, createTime, updateTime: commitTime }, transformResults };
}

function merged(write: UpdateWrite, current: MapValue): MapValue {
  if (write.fields === null) return current;
  if (write.mask === null) return write.fields;
  let fields = current;
  let copy: Map<string, Value> | null = null;
  for (const path of write.mask) {
    const value = fieldAt(write.fields, path);
    const [key] = path;
    if (path.length === 1 && key !== undefined) {
      // Share one copy for all top-level fields, since a mask can list hundreds.
      copy ??= new Map(fields);
      fields = copy;
      if (value === undefined) copy.delete(key);
      else copy.set(key, value);
    } else {
      fields = withField(fields, path, value);
      copy = null;
    }
  }
  return fields;
}
