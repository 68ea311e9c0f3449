import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from '@/lib/http/answers/encoding';
import type { KeptPage } from '@/lib/http/pages/page-cache';

/**
 * Answers from memory. All encodings of a page, quick and best, say the same, so a tag of any of them means that the
 * visitor's copy is still good.
 */
export function sendKept(request: IncomingMessage, response: ServerResponse, page: KeptPage): void {
  const { headers, method } = request;
  const shown = page.representations[chooseEncoding(headers['accept-encoding'] as string | undefined)];
  // RFC 9211: answered from the cache, so many seconds after it ceased to be fresh.
  if (page.droppedAtMs !== null) response.setHeader('cache-status', `site; hit; ttl=-${Math.max(1, Math.round((Date.now() - page.droppedAtMs) / 1000))}`);
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined && page.status === 200 && (noneMatch.includes(page.hash) || noneMatch.trim() === '*')) {
    response.writeHead(304, shown.notModifiedHeaders as string[]);
    response.end();
    return;
  }
  response.writeHead(page.status, shown.headers as string[]);
  if (method === 'HEAD') response.end();
  else response.end(shown.body);
}
