/** Adds a listener of the document. The returned function removes it. */
export function listen<K extends keyof DocumentEventMap>(
  type: K,
  listener: (event: DocumentEventMap[K]) => void,
): () => void {
  document.addEventListener(type, listener);
  return () => {
    document.removeEventListener(type, listener);
  };
}
