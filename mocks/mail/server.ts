import type { FastifyInstance } from 'fastify';
import { jsonOf, listen, mockApp, requireToken } from '../http';
import { listPage, messagePage } from './mailbox-pages';
import { Mailbox, summaryOf } from './mailbox';
import { faultSchema, SmtpEnd } from './smtp';

export const smtpPort = 12113;
const defaultMailboxPort = 12114;

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

const maxWaitMs = 60_000;
const localHosts = ['localhost', '127.0.0.1', '[::1]'];
const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; base-uri 'none'",
};

interface MessageRoute { Params: { id: string } }
interface ListRoute { Querystring: { to?: string; subject?: string; wait?: string } }

function mailboxApp(end: SmtpEnd, token: string): FastifyInstance {
  const app = mockApp();
  const { mailbox } = end;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (!localHosts.includes(request.hostname)) return reply.status(403).send({ detail: 'loopback names only' });
  });

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(mailbox.list())));
  app.get<ListRoute>('/api/messages', async ({ query: { to = null, subject = null, wait = 0 } }) =>
    (await mailbox.listWithin(Math.min(Number(wait), maxWaitMs), { to, subject })).map(summaryOf));

  app.get<MessageRoute>('/messages/:id', ({ params }, reply) => {
    const message = mailbox.find(Number(params.id));
    return message ? reply.type('text/html; charset=utf-8').send(messagePage(message)) : reply.callNotFound();
  });
  app.get<MessageRoute>('/api/messages/:id', ({ params }, reply) => mailbox.find(Number(params.id)) ?? reply.callNotFound());
  app.get<MessageRoute>('/api/messages/:id/raw', ({ params }, reply) => {
    const message = mailbox.find(Number(params.id));
    return message ? reply.type('text/plain; charset=utf-8').send(message.raw) : reply.callNotFound();
  });

  const control = { onRequest: requireToken(token) };
  app.delete('/api/messages', control, async () => {
    mailbox.clear();
    return {};
  });
  app.post('/_mock/faults', control, async ({ body }) => {
    await end.setFault(faultSchema.parse(jsonOf(body)));
    return {};
  });
  app.delete('/_mock/faults', control, async () => {
    await end.setFault(null);
    return {};
  });
  return app;
}

/** The site's variables for a mock that listens on `port`. */
export const mailEnvironment = (port: number): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Midan <no-reply@midan.example>',
  CONTACT_EMAIL: 'hello@midan.example',
});

/** Starts an SMTP server that stores what it gets, and a page to read it. Port 0 takes a free one. */
export async function startMailMock(options: MailMockOptions = {}): Promise<MailMock> {
  const controlToken = options.controlToken ?? 'mock';
  const end = new SmtpEnd(new Mailbox(), options.port ?? smtpPort);
  await end.listen();
  const app = mailboxApp(end, controlToken);
  const mailboxPort = await listen(app, options.mailboxPort ?? defaultMailboxPort);
  return {
    url: `http://127.0.0.1:${mailboxPort}`,
    port: end.port,
    mailboxPort,
    controlToken,
    env: mailEnvironment(end.port),
    close: async () => {
      await app.close();
      await end.close();
    },
  };
}
