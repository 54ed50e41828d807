import type { ListenObserver } from '#firestore/compare/listen-observer.ts';
import { observeListen } from '#firestore/compare/listen-observer.ts';
import { Clock } from '#firestore/compare/clock.ts';
import { normalize } from '#firestore/compare/normalize.ts';
import { at, isObject, list, mapTexts, text, type Json, type JsonObject } from '#firestore/compare/json.ts';
import type { CallStep, Observation, Step, TogetherStep } from '#firestore/compare/step.ts';
import type { Answer, Wire } from '#firestore/compare/wire.ts';

const PROJECT = 'projects/p/';

/** Runs the steps of one scenario on one server, in a project of its own. */
export class Session {
  readonly #wire: Wire;
  readonly #project: string;
  readonly #clock = new Clock();
  readonly #updateTimes = new Map<string, string>();
  readonly #transactions = new Map<string, string>();
  #listener: ListenObserver | null = null;

  constructor(wire: Wire, project: string) {
    this.#wire = wire;
    this.#project = project;
  }

  async run(step: Step): Promise<Observation> {
    switch (step.kind) {
      case 'call':
        return this.#call(step);
      case 'together':
        return this.#together(step);
      case 'rules':
        return this.#setRules(step.source);
      case 'listen':
        this.#listener = observeListen(
          this.#wire,
          this.#clock,
          (json) => this.#outgoing(json),
          this.#incoming,
        );
        return this.#listener.start(step.targets);
      case 'settle':
        return this.#listener?.settle(step.reconnect) ?? { code: 'OK', answers: [], message: '' };
    }
  }

  close(): void {
    this.#listener?.close();
  }

  async #setRules(source: string): Promise<Observation> {
    const path = `/emulator/v1/projects/${this.#project}:securityRules`;
    const rules = { files: [{ name: 'firestore.rules', content: source }] };
    const code = await this.#wire.put(path, { rules });
    return { code: `HTTP ${code}`, answers: [], message: '' };
  }

  async #together({ calls }: TogetherStep): Promise<Observation> {
    const observations = await Promise.all(calls.map(async (call) => this.#call(call)));
    const message = observations.map((each) => each.message).join(' ');
    return { code: 'OK', answers: observations.map(({ code }) => code).sort(), message };
  }

  async #call(step: CallStep): Promise<Observation> {
    const { method, via } = step;
    const request = this.#outgoing(step.request);
    const answer = await this.#wire.call({ method, via, request, authorization: authorization(step.as) });
    if (step.isElsewhere !== true) this.#remember(step, request, answer);
    const answers = normalize(method, answer.answers.map(this.#incoming), this.#clock);
    return { code: answer.code, answers, message: answer.message };
  }

  #outgoing(request: JsonObject): JsonObject {
    const replaced = mapTexts(request, (value) => {
      if (value.startsWith(PROJECT)) return `projects/${this.#project}/${value.slice(PROJECT.length)}`;
      if (value.startsWith('@updateTime:')) return this.#updateTimes.get(value.slice(12)) ?? Clock.NEVER;
      if (value.startsWith('@transaction:')) return this.#transactions.get(value.slice(13)) ?? 'AAAA';
      return value === '@commitTime' ? this.#clock.lastCommit() : value;
    });
    return isObject(replaced) ? replaced : {};
  }

  readonly #incoming = (answer: Json): Json =>
    mapTexts(answer, (value) =>
      value.startsWith(`projects/${this.#project}/`)
        ? `${PROJECT}${value.slice(10 + this.#project.length)}`
        : value,
    );

  #remember(step: CallStep, request: JsonObject, { answers }: Answer): void {
    for (const answer of answers) {
      const transaction = text(at(answer, 'transaction'));
      if (transaction !== '' && step.saveTransaction !== undefined) {
        this.#transactions.set(step.saveTransaction, transaction);
      }
      const commitTime = at(answer, 'commitTime');
      if (commitTime !== undefined) this.#clock.commit(commitTime);
      for (const [index, write] of list(request['writes']).entries()) {
        const name = at(write, 'update', 'name') ?? at(write, 'transform', 'document');
        this.#updated(name, at(list(at(answer, 'writeResults'))[index], 'updateTime'));
      }
      this.#updated(at(answer, 'name'), at(answer, 'updateTime'));
      for (const key of ['document', 'found'])
        this.#updated(at(answer, key, 'name'), at(answer, key, 'updateTime'));
    }
  }

  #updated(name: Json | undefined, updateTime: Json | undefined): void {
    if (updateTime === undefined) return;
    this.#updateTimes.set(text(name).split('/').slice(5).join('/'), this.#clock.format(updateTime));
  }
}

function authorization(claims: JsonObject | null | undefined): string {
  if (claims === undefined) return 'Bearer owner';
  if (claims === null) return '';
  const parts = [
    { alg: 'none', type: 'JWT' },
    { iat: 0, exp: 4_000_000_000, ...claims },
  ];
  const encoded = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `Bearer ${encoded.join('.')}.`;
}
