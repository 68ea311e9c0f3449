import { IncomingMessage } from 'node:http';

const MEBIBYTE = 1024 * 1024;
const USUAL_LIMIT = MEBIBYTE;
const EDITOR_LIMIT = 10 * MEBIBYTE;

/** The most bytes a body may have; only the editors' calls may send more than the usual. */
export function bodyLimitFor(path: string): number {
  return /^\/(?:update|api\/admin)\//.test(path) ? EDITOR_LIMIT : USUAL_LIMIT;
}

/** @returns false when the announced length is already too much */
export function isLengthAllowed(request: IncomingMessage, limit: number): boolean {
  const announced = request.headers['content-length'];
  return announced === undefined || Number(announced) <= limit;
}

/**
 * Counts a body that does not announce its length while it arrives. Beyond the limit nothing more of it reaches the
 * application, and `onExceeded` answers.
 */
export function countBody(request: IncomingMessage, limit: number, onExceeded: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let received = 0;
  let exceeded = false;
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    received += chunk === null ? 0 : (chunk as Buffer).length;
    if (received > limit) {
      if (!exceeded) onExceeded();
      exceeded = true;
      return true;
    }
    return IncomingMessage.prototype.push.call(request, chunk, encoding);
  };
}
