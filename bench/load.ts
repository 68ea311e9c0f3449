import { connect, type Socket } from 'node:net';

/** What is asked, on which port, with which headers. */
export interface Request {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Range` of which each question takes one by chance; their answers are equally long. */
  readonly ranges?: readonly string[];
}

export interface Outcome {
  answers: number;
  bytes: number;
  seconds: number;
}

interface State {
  answers: number;
  bytes: number;
  over: boolean;
  error: string | null;
}

export function questionOf({ port, path, headers = {} }: Request): Buffer {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Length of the first whole answer's head and body, or 0 while its head is not there yet. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = /content-length: (\d+)/i.exec(head);
  const status = Number(head.slice(9, 12));
  if (!length || ![200, 206, 404].includes(status)) throw new Error(`This answer cannot be measured: ${head}`);
  return end + 4 + Number(length[1]);
}

function exchange(socket: Socket, questions: readonly Buffer[], state: State): void {
  let length = 0;
  let received = 0;
  let first = Buffer.alloc(0);
  const next = () => (state.over ? socket.end() : socket.write(questions[Math.floor(Math.random() * questions.length)] ?? ''));
  socket.on('connect', next);
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (length === 0) {
      first = Buffer.concat([first, chunk]);
      length = answerLength(first);
    }
    if (length === 0 || received < length) return;
    if (received !== length) state.error ??= `an answer of ${received} bytes instead of ${length}`;
    received = 0;
    state.answers += 1;
    state.bytes += length;
    next();
  });
}

/**
 * Asks for one address again and again over open connections. All answers of a run are equally long, so after the first
 * one only bytes are counted: that keeps the asking side cheap enough not to be what is measured.
 */
export async function load(request: Request, { connections = 32, seconds = 2 } = {}): Promise<Outcome> {
  const state: State = { answers: 0, bytes: 0, over: false, error: null };
  const questions = request.ranges ? request.ranges.map((range) => questionOf({ ...request, headers: { ...request.headers, range } })) : [questionOf(request)];
  const began = performance.now();
  const open = Array.from({ length: connections }, () => {
    const socket = connect({ port: request.port, host: '127.0.0.1', noDelay: true });
    socket.on('error', (error) => (state.error ??= error.message));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    exchange(socket, questions, state);
    return closed;
  });
  setTimeout(() => (state.over = true), seconds * 1000);
  await Promise.all(open);
  if (state.error) throw new Error(`${request.path}: ${state.error}`);
  return { answers: state.answers, bytes: state.bytes, seconds: (performance.now() - began) / 1000 };
}

/** One visit: a new connection, then everything that a page needs, one after the other. */
function visit(questions: readonly Buffer[], port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let at = 0;
    let pending: Buffer = Buffer.alloc(0);
    const next = () => {
      const question = questions[at];
      if (question) socket.write(question);
      else socket.end();
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = answerLength(pending);
      if (length === 0 || pending.length < length) return;
      pending = Buffer.alloc(0);
      at += 1;
      next();
    });
  });
}

/** Cold visits, several at a time. @returns how many */
export async function visits(requests: readonly Request[], { atOnce = 8, seconds = 2 } = {}): Promise<number> {
  const questions = requests.map(questionOf);
  const port = requests[0]?.port ?? 0;
  let done = 0;
  const until = performance.now() + seconds * 1000;
  const visitor = async () => {
    while (performance.now() < until) {
      await visit(questions, port);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return done;
}
