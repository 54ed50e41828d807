/** Makes something when it is first asked for, and once. What could not be made is made at the next question. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => {
    const making = (made ??= make());
    try {
      return await making;
    } catch (error) {
      // Another question may have begun a new try by now.
      if (made === making) made = undefined;
      throw error;
    }
  };
}
