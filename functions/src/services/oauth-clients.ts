/** An app that asks to be connected by OAuth. */
export interface OAuthClient {
  readonly client_id: string;
  /** What the app calls itself, as one line. Empty if it says nothing, or imitates Foldmark. */
  readonly name: string;
  /** Its name with a device code, if that is another one. */
  readonly name_by_code?: string;
  /**
   * The part of it that is certain: the host of its metadata document, or the name of our own app. Empty for a registered app: only its
   * redirect address says where it is.
   */
  readonly host: string;
  readonly redirect_uris: readonly string[];
}

/** The apps that may ask. No database stores them: an id is that of our own app, the url of a document, or a signed registration. */
export interface OAuthClients {
  /**
   * Returns null if no app has this id, or its document is unreadable. Throws the failure `tooManyCalls` if it would have to read
   * too many documents.
   */
  find(clientId: string): Promise<OAuthClient | null>;
  /** Signs a registration. The same name and addresses always give the same id, until an operator changes the secret. */
  register(registration: Pick<OAuthClient, 'name' | 'redirect_uris'>): Promise<OAuthClient>;
}
