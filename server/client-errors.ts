import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '@/lib/config/config';
import { internationalLanguage } from '@/lib/language';
import { newRequestId } from './plugins/request-context';
import { securityHeadersOf } from './plugins/security-headers';
import { problemDocument } from './problems';

/** By Node's code; everything else it cannot read is 400. */
const statuses: ReadonlyMap<string, number> = new Map([['ERR_HTTP_REQUEST_TIMEOUT', 408], ['HPE_HEADER_OVERFLOW', 431], ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413]]);

/** Answers what Node refuses before there is a request: a head that is malformed, too long or too slow. The connection ends. */
export function answerClientErrors(settings: Config): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const fixed = Object.entries({ ...securityHeadersOf(settings), 'cache-control': 'no-store', 'content-language': internationalLanguage, 'content-type': 'application/problem+json; charset=utf-8', 'connection': 'close' });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statuses.get(error.code ?? '') ?? 400;
    const requestId = newRequestId(undefined, false);
    const body = problemDocument({ status, key: 'malformed' }, internationalLanguage, requestId);
    const headers = [...fixed, ['date', new Date().toUTCString()], ['x-request-id', requestId], ['content-length', String(body.length)]];
    if (socket.writable) socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`), body]));
    socket.destroy(error);
  };
}
