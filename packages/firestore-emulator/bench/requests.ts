/** The requests of clients without an SDK. */
export const DATABASE = 'projects/demo-bench/databases/(default)';
export const ROOT = `${DATABASE}/documents`;

export const HEADERS = {
  authorization: 'Bearer owner',
  // The official emulator refuses to listen without it. The SDKs send it.
  'google-cloud-resource-prefix': DATABASE,
} as const;

/** Writes one document. */
export function commitRequest(path: string, n: number): object {
  return { database: DATABASE, writes: [{ update: document(path, n) }] };
}

export function document(path: string, n: number): object {
  return {
    name: `${ROOT}/${path}`,
    fields: {
      n: { integerValue: n },
      title: { stringValue: `The document number ${n}` },
      url: { stringValue: `https://www.example.com/pages/${n}` },
    },
  };
}
