import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import inject, { type Response } from 'light-my-request';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import type { PreviewRole } from '@/lib/process/preview-check';

/** Next's request handler. */
export type Application = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface Asked {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer;
}

export interface Rendered {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export const newPageContext = (preview: PreviewRole | null = null): PageContext => ({ status: null, tags: new Set(), nonce: randomBytes(16).toString('hex'), isPreview: preview !== null, forAdministrator: preview === 'admin', answers: new Map() });

/** The application has not answered in time. */
export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout';
}

/** About one connection, or decided by the server. */
const connectionHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-powered-by'];

/**
 * A whole answer of the application's. A status that the page decided while it was rendered takes the place of 200.
 * @throws AnswerTimeout; whatever the application throws; an error for a page that failed: Next's own says so in English, and only with scripts
 */
export async function render(application: Application, { method, url, headers, body }: Asked, context: PageContext, timeoutMs: number): Promise<Rendered> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => (timer = setTimeout(() => reject(new AnswerTimeout(`No answer in ${timeoutMs} ms`)), timeoutMs)));
  const answer = runInPageContext(context, () => new Promise<Response>((resolve, reject) => {
    const run = async (request: IncomingMessage, response: ServerResponse) => {
      // light-my-request names itself where the visitor's program does not.
      if (headers['user-agent'] === undefined) delete request.headers['user-agent'];
      await application(request, response);
    };
    inject((request, response) => void run(request as unknown as IncomingMessage, response as unknown as ServerResponse).catch(reject), { method, url, headers, payload: body, validate: false }).then(resolve, reject);
  }));
  const { statusCode, headers: answered, rawPayload } = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  for (const name of connectionHeaders) delete answered[name];
  // Next appends header by header; only cookies may not be joined.
  for (const [name, value] of Object.entries(answered)) if (Array.isArray(value) && name !== 'set-cookie') answered[name] = value.join(', ');
  const type = String(answered['content-type'] ?? '');
  if (statusCode === 500 && type.startsWith('text/html')) throw new Error('The page failed while it was rendered');
  const isPage = /^text\/(?:html|x-component)/.test(type);
  // Of a redirect Next sends the address once more, without a type.
  const isBare = statusCode >= 300 && statusCode < 400 && type === '';
  return { status: isPage && statusCode === 200 ? (context.status ?? 200) : statusCode, headers: answered, body: isBare ? Buffer.alloc(0) : rawPayload };
}
