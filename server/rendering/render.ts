import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import inject, { type Response } from 'light-my-request';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import type { PreviewRole } from '@/lib/process/shared-state';

export type Application = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface RenderRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer;
}

export interface RenderResult {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export const newPageContext = (preview: PreviewRole | null = null): PageContext => ({
  status: null,
  tags: new Set(),
  nonce: randomBytes(16).toString('hex'),
  isPreview: preview !== null,
  forAdministrator: preview === 'admin',
  loads: new Map(),
});

export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout';
}

const connectionHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-powered-by'];

/** @throws AnswerTimeout; Error for a failed page, because Next's error page is in English and needs scripts */
export async function requestPage(
  application: Application,
  { method, url, headers, body }: RenderRequest,
  context: PageContext,
  timeoutMs: number,
): Promise<RenderResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_resolve, reject) =>
      (timer = setTimeout(() => reject(new AnswerTimeout(`No answer in ${timeoutMs} ms`)), timeoutMs)),
  );
  const answer = runInPageContext(
    context,
    () =>
      new Promise<Response>((resolve, reject) => {
        const run = async (request: IncomingMessage, response: ServerResponse) => {
          // light-my-request adds its own user agent.
          if (headers['user-agent'] === undefined) delete request.headers['user-agent'];
          await application(request, response);
        };
        inject(
          (request, response) =>
            void run(request as unknown as IncomingMessage, response as unknown as ServerResponse).catch(reject),
          { method, url, headers, payload: body, validate: false },
        ).then(resolve, reject);
      }),
  );
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
  for (const name of connectionHeaders) delete answered[name];
  // Join headers that Next appended one by one. Only cookies must stay separate.
  for (const [name, value] of Object.entries(answered))
    if (Array.isArray(value) && name !== 'set-cookie') answered[name] = value.join(', ');
  const type = String(answered['content-type'] ?? '');
  if (statusCode === 500 && type.startsWith('text/html')) throw new Error('The page failed while it was rendered');
  const isPage = /^text\/(?:html|x-component)/.test(type);
  // Drop a redirect's body, in which Next only repeats the target URL.
  const isBare = statusCode >= 300 && statusCode < 400 && type === '';
  return {
    status: isPage && statusCode === 200 ? (context.status ?? 200) : statusCode,
    headers: answered,
    body: isBare ? Buffer.alloc(0) : rawPayload,
  };
}
