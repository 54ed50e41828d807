import type { ApiClient } from '#web/api/api-client.ts';
import { ApiError, isFailure } from '#web/api/api-error.ts';
import { exchange, type ExchangeDeps, Stuck } from '#web/sync/changes/sending/exchange.ts';
import type { SendOptions } from '#web/sync/changes/sending/sending.ts';
import type { ImportStore, StoredImport } from '#web/sync/imports/import-store.ts';

/** More calls at once would only wait for each other on the server. */
const PARTS_AT_ONCE = 2;
/** After this many server errors for one request, the import fails. That takes about a quarter of an hour. */
const TRIES = 20;

export interface ImportSenderDeps extends ExchangeDeps {
  readonly api: Pick<ApiClient, 'call'>;
  readonly store: ImportStore;
  /** Resolves when all earlier changes have been sent. */
  readonly untilSent: () => Promise<void>;
}

/** The user has stopped the import, or another tab has removed it. */
class Stopped extends Error {}

/** Parts of the stored import are missing, so it can't be sent. */
class PartsMissing extends Error {}

const MISSING = "This browser doesn't have all parts of this import any more. Please choose the file again.";
const CHOOSE_LATER = 'Please choose the file again later.';

/** Sends a stored import until the server has all parts. Rejects if the library closes before that; a later page continues. */
export async function sendImport(stored: StoredImport, deps: ImportSenderDeps): Promise<void> {
  const { store, signal } = deps;
  const { import_id } = stored;
  try {
    await deps.untilSent();
    await new ImportSender(stored, deps).send();
    await store.update(import_id, { phase: 'sent', sentParts: stored.parts });
    await store.removeParts(import_id);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof Stopped) await stop(import_id, deps);
    else if (error instanceof PartsMissing) await store.update(import_id, { failure: [MISSING] });
    else if (error instanceof Stuck)
      await store.update(import_id, { failure: [...error.error.messages, CHOOSE_LATER] });
    else if (error instanceof ApiError) await store.update(import_id, { failure: error.messages });
    else throw error;
  }
}

class ImportSender {
  readonly #stored: StoredImport;
  readonly #deps: ImportSenderDeps;
  #sent = 0;

  constructor(stored: StoredImport, deps: ImportSenderDeps) {
    this.#stored = stored;
    this.#deps = deps;
  }

  async send(): Promise<void> {
    // If a part got lost, the second pass sends it.
    if (await this.#sendOnce()) return;
    if (!(await this.#sendOnce())) throw new PartsMissing();
  }

  /** Returns false if the server lacks parts. */
  async #sendOnce(): Promise<boolean> {
    const { api } = this.#deps;
    const { import_id, label, device, target_folder_id, parts, links, folders, memberships } = this.#stored;
    const icons = this.#stored.icons === true ? { icons: true as const } : {};
    const counts = { parts, links, folders, memberships };
    const start = { import_id, label, device, target_folder_id, ...counts, ...icons };
    // Stored before the call, because the answer can get lost.
    await this.#update({ phase: 'sending' });
    const { state, received } = await this.#exchange(async (options) =>
      api.call('/imports/start/', start, options),
    );
    // An earlier page has sent all parts.
    if (state !== 'receiving') return true;
    const there = new Set(received);
    this.#sent = there.size;
    await this.#update({ sentParts: this.#sent });
    const missing = Array.from({ length: parts }, (_, part) => part).filter((part) => !there.has(part));
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, async () => this.#sendParts(missing)));
    return this.#run();
  }

  /** Sends parts from the list until it is empty. */
  async #sendParts(missing: number[]): Promise<void> {
    const { api, store } = this.#deps;
    const { import_id } = this.#stored;
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const content = await store.part(import_id, part);
      if (content === undefined) throw new PartsMissing();
      const body = { import_id, part, ...content };
      try {
        await this.#exchange(async (options) => api.call('/imports/part/', body, options));
      } catch (error) {
        missing.length = 0;
        // Another tab has sent the remaining parts and begun the import.
        if (isFailure(error, 'importBegun')) return;
        throw error;
      }
      this.#sent += 1;
      await this.#update({ sentParts: this.#sent });
    }
  }

  async #run(): Promise<boolean> {
    const { api } = this.#deps;
    const { import_id } = this.#stored;
    try {
      await this.#exchange(async (options) => api.call('/imports/run/', { import_id }, options));
      return true;
    } catch (error) {
      if (isFailure(error, 'importIncomplete')) return false;
      throw error;
    }
  }

  async #update(change: Partial<StoredImport>): Promise<void> {
    const after = await this.#deps.store.update(this.#stored.import_id, change);
    if (after === null || after.isStopping) throw new Stopped();
  }

  async #exchange<A>(send: (options: SendOptions) => Promise<A>): Promise<A> {
    return exchangeWith(this.#deps, send);
  }
}

async function stop(import_id: string, deps: ImportSenderDeps): Promise<void> {
  const { api, store } = deps;
  const stored = (await store.list()).find((one) => one.import_id === import_id);
  try {
    // An import that the server does not know yet is removed without a call.
    if (stored?.phase === 'sending')
      await exchangeWith(deps, async (options) => api.call('/imports/stop/', { import_id }, options));
  } catch (error) {
    if (deps.signal.aborted || !(error instanceof ApiError || error instanceof Stuck)) throw error;
  }
  await store.remove(import_id);
}

async function exchangeWith<A>(deps: ExchangeDeps, send: (options: SendOptions) => Promise<A>): Promise<A> {
  return exchange(deps, {
    requestKey: '',
    // Parts exceed the browser's size limit for requests of closed pages.
    send: async (options) => send({ ...options, outlivesPage: false }),
    isAwaited: () => false,
    kept: () => undefined,
    onPause: () => undefined,
    onUnauthorized: () => undefined,
    isStuck: async (failures) => failures >= TRIES,
  });
}
