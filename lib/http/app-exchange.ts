import type { ServerResponse} from 'node:http';
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';
import { compress, isCompressible } from '@/lib/http/answers/compress';
import { chooseEncoding } from '@/lib/http/answers/encoding';
import { answerProblem, type ProblemAnswer } from '@/lib/http/answers/problem-answer';

type Done = (error?: Error | null) => void;
type HeaderList = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Longer answers are sent as they come; shorter ones get a length, and are compressed when that helps. */
const MOST_HELD_BYTES = 1024 * 1024;
const SMALLEST_WORTH_COMPRESSING = 1_000;

export interface ExchangeHooks {
  /** The last moment to change status and headers. */
  readonly beforeHead: () => void;
  /** The application has ended its answer. True: the front answers in its place, and nothing of the body is sent. */
  readonly takeEnd: () => boolean;
}

/**
 * The application's answer on its way through the front: held until it is whole, so that the front can still change
 * status and headers, put a file in its place, give it a length and compress it.
 */
export class AppExchange {
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #open = true;
  #frontSpeaks = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly hooks: ExchangeHooks,
  ) {
    response.on('error', () => undefined);
    let headWritten = false;
    Object.defineProperty(response, 'headersSent', { configurable: true, get: () => headWritten && !this.#frontSpeaks });
    response.writeHead = (status: number, second?: string | HeaderList, third?: HeaderList): ServerResponse => {
      headWritten = true;
      this.#takeHead(status, typeof second === 'object' ? second : third);
      return response;
    };
    response.flushHeaders = () => {
      headWritten = true;
    };
    response.write = (chunk: unknown, second?: BufferEncoding | Done, third?: Done): boolean => {
      headWritten = true;
      return this.#write(toBuffer(chunk, second), typeof second === 'function' ? second : third);
    };
    response.end = ((first?: unknown, second?: unknown, third?: unknown): ServerResponse => {
      headWritten = true;
      if (first !== undefined && first !== null && typeof first !== 'function') this.#hold(toBuffer(first, second));
      const done = [first, second, third].find((each) => typeof each === 'function') as Done | undefined;
      if (done) response.once('finish', () => done());
      this.#end();
      return response;
    }) as ServerResponse['end'];
  }

  /** Whether the application may still decide the answer. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** From now on the response is an ordinary one, and the front's. */
  release(): void {
    this.#open = false;
    const own = this.response as unknown as Record<string, unknown>;
    for (const name of ['writeHead', 'flushHeaders', 'write', 'end', 'headersSent']) delete own[name];
  }

  /** Answers with a problem in the application's place; what it says later is lost. */
  refuse(problem: ProblemAnswer): void {
    if (!this.#open) return;
    this.release();
    for (const name of ['content-type', 'content-length', 'set-cookie', 'location', 'etag']) this.response.removeHeader(name);
    answerProblem(this.response, problem);
  }

  /** Next makes `setHeader` deaf once a head is written; ours is not written yet when the application thinks so. */
  #speak<T>(what: () => T): T {
    this.#frontSpeaks = true;
    try {
      return what();
    } finally {
      this.#frontSpeaks = false;
    }
  }

  #takeHead(status: number, headers: HeaderList | undefined): void {
    this.response.statusCode = status;
    if (Array.isArray(headers)) {
      for (let at = 0; at + 1 < headers.length; at += 2) this.response.setHeader(String(headers[at]), headers[at + 1] as string);
      return;
    }
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) this.response.setHeader(name, value);
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #write(bytes: Buffer, done: Done | undefined): boolean {
    if (!this.#open) return false;
    this.#hold(bytes);
    const type = String(this.response.getHeader('content-type') ?? '');
    if (this.#heldBytes <= MOST_HELD_BYTES && !type.startsWith('text/event-stream')) {
      if (done) process.nextTick(done);
      return true;
    }
    this.#speak(() => this.hooks.beforeHead());
    this.release();
    return this.response.write(Buffer.concat(this.#held), done ?? (() => undefined));
  }

  #end(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#speak(() => this.hooks.takeEnd())) return;
    this.#speak(() => this.hooks.beforeHead());
    const body = Buffer.concat(this.#held);
    const { method } = this.request;
    const { statusCode } = this.response;
    if (method === 'HEAD' || statusCode === 204 || statusCode === 304) {
      this.release();
      this.response.end();
      return;
    }
    this.#send(body).catch((error: Error) => this.response.destroy(error));
  }

  async #send(body: Buffer): Promise<void> {
    const { request, response } = this;
    const type = String(response.getHeader('content-type') ?? '');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const worth = body.length >= SMALLEST_WORTH_COMPRESSING && isCompressible(type) && !response.hasHeader('content-encoding');
    const sent = worth ? await compress(body, encoding, 'quick') : body;
    this.release();
    if (worth) response.setHeader('vary', withEncoding(response.getHeader('vary')));
    if (worth && encoding !== 'identity') response.setHeader('content-encoding', encoding);
    if (!response.headersSent) response.setHeader('content-length', sent.length);
    response.end(sent);
  }
}

function withEncoding(vary: number | string | string[] | undefined): string {
  return vary === undefined ? 'accept-encoding' : `${[vary].flat().join(', ')}, accept-encoding`;
}

function toBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array);
}
