import { z } from 'zod';

const Message = z.object({
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
type Message = z.infer<typeof Message>;

/** Commands and events of WebDriver BiDi over its WebSocket. */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners: ((message: Message) => void)[] = [];
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = Message.parse(JSON.parse(String(data)));
      this.#waiting.get(message.id ?? 0)?.(message);
      for (const listen of this.#listeners) listen(message);
    });
  }

  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new BidiConnection(socket);
  }

  async send<T>(method: string, params: object, answer: z.ZodType<T>): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answered;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}, ${message ?? ''}`);
    return answer.parse(result);
  }

  listen<T>(event: string, params: z.ZodType<T>, onEvent: (params: T) => void): void {
    this.#listeners.push((message) => {
      if (message.method === event) onEvent(params.parse(message.params));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
