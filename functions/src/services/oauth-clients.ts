/** An app that asks to be connected by OAuth. */
export interface OAuthClient {
  readonly client_id: string;
  /** What the app calls itself, as one line. Empty if it says nothing, or imitates Foldmark. */
  readonly name: string;
  /** The host of its metadata document. Empty for a registered app: only its redirect address says where it is. */
  readonly host: string;
  readonly redirect_uris: readonly string[];
}

/** The apps that may ask. No database stores them: an id is the url of a document, or a signed registration. */
export interface OAuthClients {
  /**
   * Returns null if no app has this id, or its document is unreadable. Throws the failure `tooManyCalls` if it would have to read
   * too many documents.
   */
  find(clientId: string): Promise<OAuthClient | null>;
  /** Signs a registration. The same name and addresses always give the same id, until an operator changes the secret. */
  register(registration: Pick<OAuthClient, 'name' | 'redirect_uris'>): Promise<OAuthClient>;
}
