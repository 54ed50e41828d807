export const EXPORT_FORMATS = ['html', 'json', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const MIME_TYPES: { readonly [F in ExportFormat]: string } = {
  html: 'text/html',
  json: 'application/json',
  csv: 'text/csv',
};
