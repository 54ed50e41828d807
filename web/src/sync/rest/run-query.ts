export const FIRESTORE_URL = 'https://firestore.googleapis.com';

/** Thrown if Firestore answers with an error instead of documents. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Firestore responded ${status}.`);
    this.status = status;
  }
}

/** The address of Firestore, and the tokens of the user. */
export interface RestAccess {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly idToken: string;
  /** The token of App Check. Null if it is off. */
  readonly appToken: string | null;
}

/** The part of a query of Firestore's REST API that the app uses. */
interface StructuredQuery {
  readonly from: readonly [{ readonly collectionId: string }];
  readonly where?: {
    readonly fieldFilter: {
      readonly field: { readonly fieldPath: string };
      readonly op: 'EQUAL';
      readonly value: { readonly booleanValue: boolean };
    };
  };
}

/**
 * Sends one query, so that all documents are from the same time. Returns the unread response. Does not use an SDK: its request
 * would wait until the browser has loaded the SDK and Firebase Auth has looked the user up.
 */
export async function runQuery(
  { baseUrl, projectId, idToken, appToken }: RestAccess,
  parentPath: string,
  structuredQuery: StructuredQuery,
): Promise<Response> {
  const parent = `projects/${projectId}/databases/(default)/documents/${parentPath}`;
  const response = await fetch(`${baseUrl}/v1/${parent}:runQuery`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${idToken}`,
      ...(appToken === null ? {} : { 'x-firebase-appcheck': appToken }),
    },
    body: JSON.stringify({ structuredQuery }),
  });
  if (!response.ok) throw new Refused(response.status);
  return response;
}
