/** A reason not to deploy that the user can fix. It is printed without a stack trace. */
export class Refused extends Error {}
