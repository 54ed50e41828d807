import type { Page, Request } from '@playwright/test';

/** A field that a call sets, such as the name of a link, and its value. */
interface Effect {
  readonly cell: string;
  readonly value: unknown;
}

/** Records from network traffic which changes the server acknowledged, and which it may have applied. */
export class Ledger {
  acknowledged = 0;
  unanswered = 0;
  /** The possible values of each acknowledged field. A later call without a response adds a second value. */
  readonly #possible = new Map<string, Set<unknown>>();
  readonly #pending = new Map<Request, readonly Effect[]>();
  readonly #created = new Map<string, number>();

  /** Records the calls of a page. */
  watch(page: Page): void {
    page.on('request', (request) => {
      const effects = effectsOf(pathOf(request), bodyOf(request));
      if (effects.length === 0 && !isCreation(request)) return;
      this.#pending.set(request, effects);
      for (const { cell, value } of effects) this.#possible.get(cell)?.add(value);
    });
    page.on('requestfailed', (request) => {
      if (this.#pending.delete(request)) this.unanswered += 1;
    });
    page.on('response', (response) => {
      const request = response.request();
      const effects = this.#pending.get(request);
      if (effects === undefined) return;
      this.#pending.delete(request);
      if (!response.ok()) {
        this.unanswered += 1;
        return;
      }
      this.acknowledged += 1;
      for (const effect of effects) this.#acknowledge(effect);
      if (isCreation(request)) this.#create(textOf(bodyOf(request), 'url'));
    });
  }

  /** Describes each difference between the server and the acknowledged changes. */
  problems(server: ReadonlyMap<string, unknown>, urls: readonly string[]): string[] {
    const lost = [...this.#possible].flatMap(([cell, possible]) => {
      const actual = server.get(cell) ?? false;
      if (possible.has(actual)) return [];
      const expected = [...possible].map((value) => JSON.stringify(value)).join(' or ');
      return [`${cell} is ${JSON.stringify(actual)} instead of ${expected}`];
    });
    const wrong = [...this.#created].flatMap(([url, times]) => {
      const stored = urls.filter((other) => other === url).length;
      return stored === times ? [] : [`${url} was acknowledged ${times} times and is stored ${stored} times`];
    });
    return [...lost, ...wrong];
  }

  #acknowledge({ cell, value }: Effect): void {
    const possible = new Set([value]);
    // The server may apply a pending call after this one.
    for (const effects of this.#pending.values()) {
      for (const other of effects) if (other.cell === cell) possible.add(other.value);
    }
    this.#possible.set(cell, possible);
  }

  #create(url: string): void {
    this.#created.set(url, (this.#created.get(url) ?? 0) + 1);
  }
}

function effectsOf(path: string, body: object): Effect[] {
  const link = numberOf(body, 'link_id');
  const folder = numberOf(body, 'folder_id');
  switch (path) {
    case '/api/links/update/':
      return ['url', 'name', 'status_id'].map((field) => ({
        cell: `link ${link}: ${field}`,
        value: Reflect.get(body, field),
      }));
    case '/api/links/update-image/':
      return [{ cell: `link ${link}: image_s3_key`, value: textOf(body, 's3_key') }];
    case '/api/folders/add-link/':
    case '/api/folders/remove-link/':
      return [{ cell: `folder ${folder} has link ${link}`, value: path.includes('add') }];
    case '/api/favorites/toggle/':
      return [
        {
          cell: `favorite ${textOf(body, 'object_type')} ${numberOf(body, 'object_id')}`,
          value: Reflect.get(body, 'is_favorite'),
        },
      ].filter(({ value }) => value !== undefined);
    default:
      return [];
  }
}

function isCreation(request: Request): boolean {
  return pathOf(request) === '/api/links/create/';
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
