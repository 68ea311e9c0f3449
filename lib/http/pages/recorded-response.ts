import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';

type Done = (error?: Error | null) => void;
type HeaderList = OutgoingHttpHeaders | OutgoingHttpHeader[];

function asBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  return Buffer.from(chunk as Uint8Array);
}

/** An answer that goes to no socket but is kept whole, so that no visitor's connection decides about a rendering. */
export class RecordedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  #headWritten = false;

  constructor(request: IncomingMessage) {
    super(request);
    this.on('error', () => undefined);
    Object.defineProperty(this, 'headersSent', { get: () => this.#headWritten });
  }

  get body(): Buffer {
    return this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
  }

  override writeHead(status: number, second?: string | HeaderList, third?: HeaderList): this {
    this.statusCode = status;
    const given = typeof second === 'object' ? second : third;
    if (Array.isArray(given)) {
      for (let at = 0; at + 1 < given.length; at += 2) this.setHeader(String(given[at]), given[at + 1] as string);
    } else {
      for (const [name, value] of Object.entries(given ?? {})) if (value !== undefined) this.setHeader(name, value);
    }
    this.#headWritten = true;
    return this;
  }

  override flushHeaders(): void {
    this.#headWritten = true;
  }

  override write(chunk: unknown, second?: BufferEncoding | Done, third?: Done): boolean {
    this.#headWritten = true;
    this.#chunks.push(asBuffer(chunk, second));
    const done = typeof second === 'function' ? second : third;
    if (done) process.nextTick(done);
    return true;
  }

  override end(first?: unknown, second?: unknown, third?: unknown): this {
    if (this.finished) return this;
    this.#headWritten = true;
    if (first !== undefined && first !== null && typeof first !== 'function') this.#chunks.push(asBuffer(first, second));
    this.finished = true;
    const done = [first, second, third].find((each) => typeof each === 'function');
    process.nextTick(() => {
      if (typeof done === 'function') (done as () => void)();
      this.emit('finish');
      this.emit('close');
    });
    return this;
  }
}
