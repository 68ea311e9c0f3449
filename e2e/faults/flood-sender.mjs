// Runs as a worker thread, so that the flood does not slow the mock's genuine callbacks.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, path, body, rate } = workerData;
const connections = 100;
const tickMs = 5;
/** Pause the flood while this many responses are outstanding. */
const maxOutstanding = 500;

const bytes = Buffer.from(
  `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const counts = { sent: 0, answered: 0, wrong: 0 };

function open() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let rest = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    const text = rest + piece.toString('latin1');
    const statuses = text.match(/HTTP\/1\.1 \d{3}/g) ?? [];
    counts.answered += statuses.length;
    counts.wrong += statuses.filter((status) => !/ (?:401|429)$/.test(status)).length;
    // Keep the end of the text: it may contain part of a status line, but never a whole one.
    rest = text.slice(-11);
  });
  return socket;
}

const sockets = Array.from({ length: connections }, open);
const began = performance.now();
const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - began) / 1000) * rate);
  while (counts.sent < due && counts.sent - counts.answered < maxOutstanding) {
    const at = counts.sent % connections;
    if (sockets[at].closed) sockets[at] = open();
    sockets[at].write(bytes);
    counts.sent += 1;
  }
}, tickMs);

parentPort.once('message', () => {
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1000;
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    parentPort.postMessage({ ...counts, seconds });
  }, 1000);
});
