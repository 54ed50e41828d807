/** A page that must not or can't ever be read: trying again would change nothing. */
export class Refused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'Refused';
  }
}
