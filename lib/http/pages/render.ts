import { IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { App } from '@/lib/http/app';
import { RecordedResponse } from '@/lib/http/pages/recorded-response';

export interface Rendered {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

function requestFor(url: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = url;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.headers = { ...headers };
  request.rawHeaders = Object.entries(headers).flat();
  request.push(null);
  return request;
}

/**
 * Asks the application for a page on nobody's behalf: the request has no cookie, no address and no language of a
 * visitor, so that nothing of one can get into what is kept.
 * @throws when the application fails, or has not answered after `timeLimitMs`
 */
export async function render(
  app: App,
  url: string,
  headers: Readonly<Record<string, string>>,
  timeLimitMs: number,
): Promise<Rendered> {
  const request = requestFor(url, headers);
  const response = new RecordedResponse(request);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page was not rendered in time')), timeLimitMs);
    response.once('finish', resolve);
    response.once('close', () => (response.finished ? resolve() : reject(new Error('The rendering was given up'))));
    app(request, response).catch(reject);
    response.once('finish', () => clearTimeout(timer));
  });
  return { status: response.statusCode, headers: { ...response.getHeaders() }, body: response.body };
}
