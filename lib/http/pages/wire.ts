import type { Representation } from '@/lib/http/pages/page-cache';

/** Up to here head and body are copied together, so that they leave in one write. */
const LARGEST_JOINED_BYTES = 32 * 1024;

interface Ready {
  second: number;
  head: Buffer;
  whole: Buffer | null;
}

const wholes = new WeakMap<Representation, Ready>();
const notModifieds = new WeakMap<Representation, Ready>();

let second = 0;
let dateLine = '';

function now(): number {
  const current = Math.floor(Date.now() / 1000);
  if (current !== second) {
    second = current;
    dateLine = `Date: ${new Date(current * 1000).toUTCString()}\r\n`;
  }
  return second;
}

function head(status: string, headers: readonly string[]): Buffer {
  let text = `HTTP/1.1 ${status}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return Buffer.from(`${text}${dateLine}Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n`, 'latin1');
}

/** A kept answer as it goes over the wire; only its date changes, once a second. */
export function wireOf(shown: Representation): readonly Buffer[] {
  const current = now();
  let ready = wholes.get(shown);
  if (ready === undefined || ready.second !== current) {
    const start = head('200 OK', shown.headers);
    const joined = shown.body.length <= LARGEST_JOINED_BYTES ? Buffer.concat([start, shown.body]) : null;
    ready = { second: current, head: start, whole: joined };
    wholes.set(shown, ready);
  }
  return ready.whole ? [ready.whole] : [ready.head, shown.body];
}

export function notModifiedWireOf(shown: Representation): readonly Buffer[] {
  const current = now();
  let ready = notModifieds.get(shown);
  if (ready === undefined || ready.second !== current) {
    ready = { second: current, head: head('304 Not Modified', shown.notModifiedHeaders), whole: null };
    notModifieds.set(shown, ready);
  }
  return [ready.head];
}
