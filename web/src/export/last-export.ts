import { PERSONAL_KEYS, type PersonalStorage, writePersonal } from '#web/account/stored-user.ts';
import { EXPORT_FORMATS, type ExportFormat } from '@foldmark/library/files/writing/export-format';

interface LastExport {
  readonly at: Date;
  readonly format: ExportFormat;
}

/** The last export that this user made in this browser. */
export function readLastExport(storage: PersonalStorage, uid: string): LastExport | null {
  try {
    const saved: unknown = JSON.parse(storage().getItem(PERSONAL_KEYS.export) ?? 'null');
    if (typeof saved !== 'object' || saved === null || Reflect.get(saved, 'uid') !== uid) return null;
    const at = new Date(String(Reflect.get(saved, 'at')));
    const format = EXPORT_FORMATS.find((known) => known === Reflect.get(saved, 'format'));
    return format === undefined || Number.isNaN(at.getTime()) ? null : { at, format };
  } catch {
    // Storage is blocked or its content is invalid.
    return null;
  }
}

export function writeLastExport(storage: PersonalStorage, uid: string, { at, format }: LastExport): void {
  writePersonal(storage, uid, PERSONAL_KEYS.export, JSON.stringify({ uid, at: at.toISOString(), format }));
}
