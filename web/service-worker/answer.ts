/** How a route answers a request. */
export type Answer = (asked: {
  readonly request: Request;
  readonly event: ExtendableEvent;
  readonly url: URL;
}) => Promise<Response>;
