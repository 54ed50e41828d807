import type { Page, Request } from '@playwright/test';

/** A thing that a call sets, such as the name of a link, and what it sets it to. */
interface Effect {
  readonly cell: string;
  readonly value: unknown;
}

/** What a person was told is done, and what may have been done, by everything that went over the wire. */
export class Ledger {
  acknowledged = 0;
  unanswered = 0;
  /** What the server may hold, for what was acknowledged once: more than one value where a later call was not. */
  readonly #possible = new Map<string, Set<unknown>>();
  readonly #underWay = new Map<Request, readonly Effect[]>();
  readonly #created = new Map<string, number>();

  /** The pages of one person. */
  watch(page: Page): void {
    page.on('request', (request) => {
      const effects = effectsOf(pathOf(request), bodyOf(request));
      if (effects.length === 0 && !isCreation(request)) return;
      this.#underWay.set(request, effects);
      for (const { cell, value } of effects) this.#possible.get(cell)?.add(value);
    });
    page.on('requestfailed', (request) => {
      if (this.#underWay.delete(request)) this.unanswered += 1;
    });
    page.on('response', (response) => {
      const request = response.request();
      const effects = this.#underWay.get(request);
      if (effects === undefined) return;
      this.#underWay.delete(request);
      if (!response.ok()) {
        this.unanswered += 1;
        return;
      }
      this.acknowledged += 1;
      for (const effect of effects) this.#acknowledge(effect);
      if (isCreation(request)) this.#create(textOf(bodyOf(request), 'url'));
    });
  }

  /** What is not as it must be, in words. */
  complaints(server: ReadonlyMap<string, unknown>, urls: readonly string[]): string[] {
    const lost = [...this.#possible].flatMap(([cell, possible]) => {
      const held = server.get(cell) ?? false;
      if (possible.has(held)) return [];
      const wanted = [...possible].map((value) => JSON.stringify(value)).join(' or ');
      return [`${cell} is ${JSON.stringify(held)} and not ${wanted}`];
    });
    const wrong = [...this.#created].flatMap(([url, times]) => {
      const held = urls.filter((other) => other === url).length;
      return held === times ? [] : [`${url} was acknowledged ${times} times and is there ${held} times`];
    });
    return [...lost, ...wrong];
  }

  #acknowledge({ cell, value }: Effect): void {
    const possible = new Set([value]);
    // What was sent meanwhile may come after.
    for (const effects of this.#underWay.values()) {
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
