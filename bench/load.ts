import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each request picks one range at random. All responses must have the same length. */
  readonly ranges?: readonly string[];
}

export interface LoadResult {
  answers: number;
  bytes: number;
  seconds: number;
}

interface State {
  answers: number;
  bytes: number;
  isOver: boolean;
  error: string | null;
}

export function requestBytes({ port, path, headers = {} }: LoadRequest): Buffer {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

function measureAnswer(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const head = bytes.subarray(0, end).toString('latin1');
  const length = /content-length: (\d+)/i.exec(head);
  const status = Number(head.slice(9, 12));
  if (!length || ![200, 206, 404].includes(status)) throw new Error(`Cannot measure this response: ${head}`);
  return end + 4 + Number(length[1]);
}

function sendPipelined(socket: Socket, questions: readonly Buffer[], state: State): void {
  let length = 0;
  let received = 0;
  let first = Buffer.alloc(0);
  const sendNext = () =>
    state.isOver ? socket.end() : socket.write(questions[Math.floor(Math.random() * questions.length)] ?? '');
  socket.on('connect', sendNext);
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (length === 0) {
      first = Buffer.concat([first, chunk]);
      length = measureAnswer(first);
    }
    if (length === 0 || received < length) return;
    if (received !== length) state.error ??= `an answer of ${received} bytes instead of ${length}`;
    received = 0;
    state.answers += 1;
    state.bytes += length;
    sendNext();
  });
}

/** Counts bytes instead of parsing responses, which all have the same length, to keep the client cheap. */
export async function measureLoad(request: LoadRequest, { connections = 32, seconds = 2 } = {}): Promise<LoadResult> {
  const state: State = { answers: 0, bytes: 0, isOver: false, error: null };
  const questions = request.ranges
    ? request.ranges.map((range) => requestBytes({ ...request, headers: { ...request.headers, range } }))
    : [requestBytes(request)];
  const began = performance.now();
  const open = Array.from({ length: connections }, () => {
    const socket = connect({ port: request.port, host: '127.0.0.1', noDelay: true });
    socket.on('error', (error) => (state.error ??= error.message));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    sendPipelined(socket, questions, state);
    return closed;
  });
  setTimeout(() => (state.isOver = true), seconds * 1000);
  await Promise.all(open);
  if (state.error) throw new Error(`${request.path}: ${state.error}`);
  return { answers: state.answers, bytes: state.bytes, seconds: (performance.now() - began) / 1000 };
}

function sendInOrder(questions: readonly Buffer[], port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let at = 0;
    let pending: Buffer = Buffer.alloc(0);
    const sendNext = () => {
      const question = questions[at];
      if (question) socket.write(question);
      else socket.end();
    };
    socket.on('connect', sendNext);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = measureAnswer(pending);
      if (length === 0 || pending.length < length) return;
      pending = Buffer.alloc(0);
      at += 1;
      sendNext();
    });
  });
}

export async function measureVisits(
  requests: readonly LoadRequest[],
  { atOnce = 8, seconds = 2 } = {},
): Promise<number> {
  const questions = requests.map(requestBytes);
  const port = requests[0]?.port ?? 0;
  let done = 0;
  const until = performance.now() + seconds * 1000;
  const actAsVisitor = async () => {
    while (performance.now() < until) {
      await sendInOrder(questions, port);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, actAsVisitor));
  return done;
}
