/** Creates a value on the first call and returns it on every later call. If creating it fails, the next call retries. */
export function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return async () => {
    const current = (created ??= create());
    try {
      return await current;
    } catch (error) {
      // Another call may have begun a retry by now.
      if (created === current) created = undefined;
      throw error;
    }
  };
}
