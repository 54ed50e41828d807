/** The handler of a route. */
export type Answer = (asked: {
  readonly request: Request;
  readonly event: ExtendableEvent;
  readonly url: URL;
}) => Promise<Response>;
