import type { Page, Request, Response } from '@playwright/test';

/** A field that a call sets, such as the name of a link, and its value. */
interface Effect {
  readonly cell: string;
  readonly value: unknown;
}

/** A call of the API that is under way. */
interface Call {
  readonly effects: readonly Effect[];
  /** The urls of the links that it creates. */
  readonly created: readonly string[];
}

/** Records from network traffic which changes the server acknowledged, and which it may have applied. */
export class Ledger {
  acknowledged = 0;
  unanswered = 0;
  /** The possible values of each acknowledged field. A later call without a response adds a second value. */
  readonly #possible = new Map<string, Set<unknown>>();
  readonly #pending = new Map<Request, Call>();
  readonly #created = new Set<string>();
  /** Events are recorded one after the other, although a body is read asynchronously. */
  #recorded = Promise.resolve();

  /** Records the calls of a page. */
  watch(page: Page): void {
    page.on('request', (request) => {
      this.#record(() => {
        const changes = changesOf(request);
        if (changes.length === 0) return;
        const call = { effects: changes.flatMap(effectsOf), created: changes.flatMap(createdBy) };
        this.#pending.set(request, call);
        for (const { cell, value } of call.effects) this.#possible.get(cell)?.add(value);
      });
    });
    page.on('requestfailed', (request) => {
      this.#record(() => {
        if (this.#pending.delete(request)) this.unanswered += 1;
      });
    });
    page.on('response', (response) => {
      this.#record(async () => this.#answered(response));
    });
  }

  /** Describes each difference between the server and the acknowledged changes. */
  async problems(server: ReadonlyMap<string, unknown>, urls: readonly string[]): Promise<string[]> {
    await this.#recorded;
    const lost = [...this.#possible].flatMap(([cell, possible]) => {
      const actual = server.get(cell) ?? false;
      if (possible.has(actual)) return [];
      const expected = [...possible].map((value) => JSON.stringify(value)).join(' or ');
      return [`${cell} is ${JSON.stringify(actual)} instead of ${expected}`];
    });
    const wrong = [...this.#created].flatMap((url) => {
      const stored = urls.filter((other) => other === url).length;
      return stored === 1 ? [] : [`${url} was acknowledged and is stored ${stored} times`];
    });
    return [...lost, ...wrong];
  }

  #record(run: () => void | Promise<void>): void {
    this.#recorded = this.#recorded.then(run);
  }

  async #answered(response: Response): Promise<void> {
    const request = response.request();
    const call = this.#pending.get(request);
    if (call === undefined) return;
    // Null if the page was left before the body arrived: the page may not have read it either.
    const skipped = response.ok() ? await skippedIn(request, response) : null;
    this.#pending.delete(request);
    if (skipped === null) {
      this.unanswered += 1;
      return;
    }
    const changes = changesOf(request).filter((_, index) => !skipped.has(index));
    this.acknowledged += changes.length;
    for (const effect of changes.flatMap(effectsOf)) this.#acknowledge(effect);
    for (const url of changes.flatMap(createdBy)) this.#created.add(url);
  }

  #acknowledge({ cell, value }: Effect): void {
    const possible = new Set([value]);
    // The server may apply a pending call after this one.
    for (const { effects } of this.#pending.values()) {
      for (const other of effects) if (other.cell === cell) possible.add(other.value);
    }
    this.#possible.set(cell, possible);
  }
}

/** The changes that a call makes, in the form of /batch/. */
function changesOf(request: Request): readonly object[] {
  const body = bodyOf(request);
  switch (pathOf(request)) {
    case '/api/batch/': {
      const changes: unknown = Reflect.get(body, 'changes');
      return Array.isArray(changes) ? changes.filter(isObject) : [];
    }
    case '/api/links/create/':
      return [{ kind: 'link.create', ...body }];
    case '/api/links/update/':
      return [{ kind: 'link.set', ...body }];
    case '/api/links/update-image/':
      return [{ kind: 'link.image', ...body }];
    case '/api/folders/add-link/':
      return [{ kind: 'member.set', ...body, present: true }];
    case '/api/folders/remove-link/':
      return [{ kind: 'member.set', ...body, present: false }];
    case '/api/favorites/toggle/':
      return [{ kind: 'favorite.set', ...body, on: Reflect.get(body, 'is_favorite') }];
    default:
      return [];
  }
}

/** The change that does what the revert of an edit does to its record. */
function changeBack(edit: object): object {
  const [key, before]: unknown[] = [Reflect.get(edit, 'key'), Reflect.get(edit, 'before')];
  const isThere = before !== null;
  switch (textOf(edit, 'table')) {
    case 'links':
      return Object.assign({ kind: 'link.set' }, key, before);
    case 'folder_links':
      return Object.assign({ kind: 'member.set', present: isThere }, key);
    case 'favorites':
      return Object.assign({ kind: 'favorite.set', on: isThere }, key);
    default:
      return edit;
  }
}

/** The fields that a change sets. A link that the same call creates has no id yet, so its fields are not recorded. */
function effectsOf(change: object): readonly Effect[] {
  const link = numberOf(change, 'link_id');
  const folder = numberOf(change, 'folder_id');
  const object = numberOf(change, 'object_id');
  if (link < 0 || folder < 0 || object < 0) return [];
  const edits: unknown = Reflect.get(change, 'edits');
  if (Array.isArray(edits)) return edits.filter(isObject).flatMap((edit) => effectsOf(changeBack(edit)));
  switch (textOf(change, 'kind')) {
    case 'link.set':
      return ['url', 'name', 'status_id']
        .filter((field) => field in change)
        .map((field) => ({ cell: `link ${link}: ${field}`, value: Reflect.get(change, field) }));
    case 'link.image':
      return [{ cell: `link ${link}: image_s3_key`, value: textOf(change, 's3_key') }];
    case 'member.set':
      return [{ cell: `folder ${folder} has link ${link}`, value: Reflect.get(change, 'present') }];
    case 'favorite.set':
      return [
        {
          cell: `favorite ${textOf(change, 'object_type')} ${object}`,
          value: Reflect.get(change, 'on'),
        },
      ];
    default:
      return [];
  }
}

function createdBy(change: object): readonly string[] {
  return textOf(change, 'kind') === 'link.create' ? [textOf(change, 'url')] : [];
}

/** The changes of a call that the server left out. Null if the answer can't be read. */
async function skippedIn(request: Request, response: Response): Promise<ReadonlySet<number> | null> {
  if (pathOf(request) !== '/api/batch/') return new Set();
  try {
    const { skipped }: { skipped: { index: number }[] } = await response.json();
    return new Set(skipped.map(({ index }) => index));
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function pathOf(request: Request): string {
  return request.method() === 'POST' ? new URL(request.url()).pathname : '';
}

function bodyOf(request: Request): object {
  try {
    const body: unknown = request.postDataJSON();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function numberOf(body: object, name: string): number {
  return Number(Reflect.get(body, name));
}

function textOf(body: object, name: string): string {
  return String(Reflect.get(body, name));
}
