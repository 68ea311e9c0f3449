import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks for one address again and again over kept connections and counts answers. All answers of a run are equally long
 * (asked for with the same headers), so after the first one only bytes are counted: that keeps the asking side cheap.
 */
function headLength(buffer) {
  const end = buffer.indexOf('\r\n\r\n');
  return end < 0 ? -1 : end + 4;
}

function answerLength(buffer) {
  const head = headLength(buffer);
  if (head < 0) return 0;
  const text = buffer.subarray(0, head).toString('latin1');
  const status = Number(text.slice(9, 12));
  const length = /content-length: (\d+)/i.exec(text);
  if (!length || ![200, 206, 304].includes(status)) throw new Error(`Cannot measure this answer: ${text}`);
  return head + Number(length[1]);
}

function openConnection({ port, path, headers }, state) {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let length = 0;
  let received = 0;
  let first = Buffer.alloc(0);
  const ask = () => (state.over ? socket.end() : socket.write(question));
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (length === 0) {
      first = Buffer.concat([first, chunk]);
      length = answerLength(first);
    }
    if (length > 0 && received >= length) {
      if (received !== length) state.error ??= `An answer of ${received} bytes instead of ${length}`;
      received = 0;
      state.answers += 1;
      state.bytes += length;
      ask();
    }
  });
  socket.on('error', (error) => (state.error ??= error.message));
  return new Promise((resolve) => socket.on('close', resolve));
}

/** @returns answers, bytes, seconds */
export async function load({ port, path, headers = {}, connections = 32, seconds = 2 }) {
  const state = { answers: 0, bytes: 0, over: false, error: null };
  const began = performance.now();
  const open = Array.from({ length: connections }, () => openConnection({ port, path, headers }, state));
  setTimeout(() => (state.over = true), seconds * 1000);
  await Promise.all(open);
  if (state.error) throw new Error(`${path}: ${state.error}`);
  return { answers: state.answers, bytes: state.bytes, seconds: (performance.now() - began) / 1000 };
}

if (parentPort) load(workerData).then((result) => parentPort.postMessage(result));
