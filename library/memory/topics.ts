export type Unsubscribe = () => void;

/** A topic is a kind with a key, for example one link. Topics are narrow, so that each change renders few components. */
export type TopicKind =
  | 'link'
  | 'folder'
  | 'favorite'
  | 'membership'
  | 'foldersOf'
  | 'count'
  | 'tree'
  | 'favoriteFolders'
  | 'pendingLink'
  | 'pendingFolder'
  | 'images';
type TopicKey = number | string;
export type Topic = `${TopicKind}:${TopicKey}`;

export const PENDING_TOPICS = { link: 'pendingLink', folder: 'pendingFolder' } as const;

/** The listeners of each topic. A listener gets no value, and reads the new one itself. */
export class Topics {
  readonly #listeners = new Map<string, Map<TopicKey, Set<() => void>>>();

  subscribe(topic: Topic, listener: () => void): Unsubscribe {
    const [kind = '', text = ''] = topic.split(':');
    const key = topicKeyOf(text);
    const ofKind = this.#listeners.get(kind) ?? new Map<TopicKey, Set<() => void>>();
    this.#listeners.set(kind, ofKind);
    const listeners = ofKind.get(key) ?? new Set();
    ofKind.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || ofKind.get(key) !== listeners) return;
      ofKind.delete(key);
      if (ofKind.size === 0) this.#listeners.delete(kind);
    };
  }

  /** Whether the topic has listeners. */
  has(kind: TopicKind, key: TopicKey): boolean {
    return this.#listeners.get(kind)?.has(key) === true;
  }

  /** Adds the topic's listeners to `into`. Must be fast without listeners, because 10,000 links can change at once. */
  collect(kind: TopicKind, key: TopicKey, into: Set<() => void>): void {
    const ofKind = this.#listeners.get(kind);
    if (ofKind === undefined) return;
    for (const listener of ofKind.get(key) ?? []) into.add(listener);
  }
}

/** Numeric keys stay numbers, because converting 100,000 numbers to texts takes long. */
function topicKeyOf(text: string): TopicKey {
  const key = Number(text);
  return String(key) === text ? key : text;
}
