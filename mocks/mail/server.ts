import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { listPage, messagePage } from './mailbox-pages';
import { Mailbox, summaryOf } from './mailbox';
import { faultSchema, SmtpEnd } from './smtp';

export const smtpPort = 12113;
export const MAILBOX_PORT = 12114;

export interface MailMockOptions { port?: number | undefined; mailboxPort?: number | undefined; controlToken?: string | undefined }

export interface MailMock {
  /** The mailbox page. */
  url: string;
  port: number;
  mailboxPort: number;
  env: Record<string, string>;
  controlToken: string;
  close: () => Promise<void>;
}

interface Reply { status: number; type: string; body: string }

const json = (status: number, value: unknown): Reply => ({ status, type: 'application/json', body: JSON.stringify(value) });
const page = (status: number, body: string): Reply => ({ status, type: 'text/html; charset=utf-8', body });

const maxWaitMs = 60_000;

async function read(mailbox: Mailbox, url: URL): Promise<Reply> {
  const [, id, part] = /^(?:\/api)?\/messages\/(\d+)(\/raw)?$/.exec(url.pathname) ?? [];
  if (url.pathname === '/') return page(200, listPage(mailbox.list()));
  if (url.pathname === '/api/messages') {
    const filter = { to: url.searchParams.get('to'), subject: url.searchParams.get('subject') };
    const wait = Math.min(Number(url.searchParams.get('wait') ?? 0), maxWaitMs);
    return json(200, (await mailbox.listWithin(wait, filter)).map(summaryOf));
  }
  const message = mailbox.find(Number(id));
  if (!message) return json(404, { detail: 'no such message' });
  if (part) return { status: 200, type: 'text/plain; charset=utf-8', body: message.raw };
  if (url.pathname.startsWith('/api/')) return json(200, message);
  return page(200, messagePage(message));
}

async function change(end: SmtpEnd, method: string, path: string, text: string): Promise<Reply> {
  switch (`${method} ${path}`) {
    case 'DELETE /api/messages':
      end.mailbox.clear();
      return json(200, {});
    case 'POST /_mock/faults':
      await end.setFault(faultSchema.parse(JSON.parse(text)));
      return json(200, {});
    case 'DELETE /_mock/faults':
      await end.setFault(null);
      return json(200, {});
    default:
      return json(404, { detail: 'unknown call' });
  }
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

async function answer(end: SmtpEnd, token: string, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  if (!localHosts.includes(url.hostname)) return json(403, { detail: 'loopback names only' });
  if (request.method === 'GET') return read(end.mailbox, url);
  if (request.headers['x-mock-token'] !== token) return json(401, { detail: 'X-Mock-Token is missing or wrong.' });
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString('utf8');
  return change(end, request.method ?? '', url.pathname, text);
}

function respond(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; base-uri 'none'",
  });
  response.end(body);
}

/** The site's variables for a mock that listens on `port`. */
export const mailEnvironment = (port: number): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Midan <no-reply@midan.example>',
  CONTACT_EMAIL: 'hello@midan.example',
});

/** Starts an SMTP server that keeps what it gets, and a page to read it. Port 0 takes a free one. */
export async function startMailMock(options: MailMockOptions = {}): Promise<MailMock> {
  const controlToken = options.controlToken ?? 'mock';
  const end = new SmtpEnd(new Mailbox(), options.port ?? smtpPort);
  await end.listen();
  const server = createServer((request, response) => {
    answer(end, controlToken, request).then(
      (reply) => respond(response, reply),
      (error: unknown) => respond(response, json(400, { detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) })),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.mailboxPort ?? MAILBOX_PORT, '127.0.0.1', resolve);
  });
  const mailboxPort = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${mailboxPort}`,
    port: end.port,
    mailboxPort,
    controlToken,
    env: mailEnvironment(end.port),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await end.close();
    },
  };
}
