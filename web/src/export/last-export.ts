import {
  PERSONAL_KEYS,
  type PersonalStorage,
  readPersonal,
  writePersonal,
} from '#web/account/stored-user.ts';
import { EXPORT_FORMATS, type ExportFormat } from '@foldmark/library/files/writing/export-format';

interface LastExport {
  readonly at: Date;
  readonly format: ExportFormat;
}

/** The last export that this user made in this browser. */
export function readLastExport(storage: PersonalStorage, uid: string): LastExport | null {
  const saved = readPersonal(storage, uid, PERSONAL_KEYS.export);
  const at = new Date(String(Reflect.get(saved, 'at')));
  const format = EXPORT_FORMATS.find((known) => known === Reflect.get(saved, 'format'));
  return format === undefined || Number.isNaN(at.getTime()) ? null : { at, format };
}

export function writeLastExport(storage: PersonalStorage, uid: string, { at, format }: LastExport): void {
  writePersonal(storage, uid, PERSONAL_KEYS.export, JSON.stringify({ uid, at: at.toISOString(), format }));
}
