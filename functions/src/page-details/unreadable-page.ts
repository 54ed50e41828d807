/** A page that is forbidden or permanently unreadable, so a retry is useless. */
export class UnreadablePage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnreadablePage';
  }
}
