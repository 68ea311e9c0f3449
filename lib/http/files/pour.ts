import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Two of these a connection: the next is read while the first is on its way. Bounds the memory of one viewer. */
const CHUNK_BYTES = 128 * 1024;
const MOST_SPARE = 64;
const spare: Buffer[] = [];

function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

function giveBack(buffer: Buffer): void {
  if (spare.length < MOST_SPARE) spare.push(buffer);
}

/** Resolves true when the bytes have left for the system, false when the visitor has gone. */
function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once('close', gone);
    response.write(bytes, (error) => {
      response.off('close', gone);
      resolve(!error);
    });
  });
}

/**
 * Sends `length` bytes of the file from `start`. Buffers are used again only when the socket has let them go, so a
 * slow visitor costs two of them and nothing more; one that has gone ends it quietly.
 */
export async function pour(file: FileHandle, response: ServerResponse, start: number, length: number): Promise<void> {
  let [filling, sending] = [takeBuffer(), takeBuffer()];
  let position = start;
  let left = length;
  let flown: Promise<boolean> = Promise.resolve(true);
  let released = true;
  while (left > 0) {
    const { bytesRead } = await file.read(filling, 0, Math.min(left, CHUNK_BYTES), position);
    if (bytesRead === 0 || !(await flown)) {
      response.destroy();
      released = false;
      break;
    }
    position += bytesRead;
    left -= bytesRead;
    flown = write(response, filling.subarray(0, bytesRead));
    [filling, sending] = [sending, filling];
  }
  if (released && (await flown)) {
    response.end();
    giveBack(filling);
    giveBack(sending);
  }
}
