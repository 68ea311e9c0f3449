import type { FastifyInstance } from 'fastify';
import { Html, html, style } from '@/mocks/html';
import { listenOn, mockApp, parseJsonBody, requireToken } from '../http';
import { Mailbox, type Message, summarize } from './mailbox';
import { faultSchema, MockSmtpServer } from './smtp';

export const smtpPort = 12113;
const defaultMailboxPort = 12114;

export interface MailMockOptions {
  port?: number | undefined;
  mailboxPort?: number | undefined;
  controlToken?: string | undefined;
}

export interface MailMock {
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
  'content-security-policy':
    "default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; base-uri 'none'",
};

interface MessageRoute {
  Params: { id: string };
}
interface ListRoute {
  Querystring: { to?: string; subject?: string; wait?: string };
}

function createMailboxApp(end: MockSmtpServer, token: string): FastifyInstance {
  const app = mockApp();
  const { mailbox } = end;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (!localHosts.includes(request.hostname)) return reply.status(403).send({ detail: 'loopback names only' });
  });

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(mailbox.list())));
  app.get<ListRoute>('/api/messages', async ({ query: { to = null, subject = null, wait = 0 } }) =>
    (await mailbox.listWithin(Math.min(Number(wait), maxWaitMs), { to, subject })).map(summarize),
  );

  app.get<MessageRoute>('/messages/:id', ({ params }, reply) => {
    const message = mailbox.find(Number(params.id));
    return message ? reply.type('text/html; charset=utf-8').send(renderMessage(message)) : reply.callNotFound();
  });
  app.get<MessageRoute>(
    '/api/messages/:id',
    ({ params }, reply) => mailbox.find(Number(params.id)) ?? reply.callNotFound(),
  );
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
    await end.setFault(faultSchema.parse(parseJsonBody(body)));
    return {};
  });
  app.delete('/_mock/faults', control, async () => {
    await end.setFault(null);
    return {};
  });
  return app;
}

export const buildMailEnvironment = (port: number): Record<string, string> => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'no-reply@midan.example',
  CONTACT_EMAIL: 'hello@midan.example',
});

export async function startMailMock(options: MailMockOptions = {}): Promise<MailMock> {
  const controlToken = options.controlToken ?? 'mock';
  const end = new MockSmtpServer(new Mailbox(), options.port ?? smtpPort);
  await end.listen();
  const app = createMailboxApp(end, controlToken);
  const mailboxPort = await listenOn(app, options.mailboxPort ?? defaultMailboxPort);
  return {
    url: `http://127.0.0.1:${mailboxPort}`,
    port: end.port,
    mailboxPort,
    controlToken,
    env: buildMailEnvironment(end.port),
    close: async () => {
      await app.close();
      await end.close();
    },
  };
}

function renderFrame(title: string, content: Html, isRefreshing: boolean): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${isRefreshing && html`<meta http-equiv="refresh" content="5" />`}
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Html(style)}main.one {
            max-inline-size: 46rem;
          }
          .mails {
            list-style: none;
            margin: 0;
            padding: 0;
          }
          .mails a {
            display: grid;
            gap: 0.1rem;
            padding: 0.8rem 0.4rem;
            border-block-end: 1px solid var(--line);
            text-decoration: none;
            color: inherit;
          }
          .mails strong {
            overflow-wrap: anywhere;
          }
          iframe {
            inline-size: 100%;
            block-size: 32rem;
            border: 1px solid var(--line);
            border-radius: 0.7rem;
            background: #fff;
          }
          pre {
            white-space: pre-wrap;
            overflow-wrap: anywhere;
            font:
              0.92rem/1.6 ui-monospace,
              monospace;
            unicode-bidi: plaintext;
          }
        </style>
      </head>
      <body>
        <div class="banner" role="note">MOCK mailbox: nothing written to these people ever leaves this machine.</div>
        <main class="one"><section class="box">${content}</section></main>
      </body>
    </html>`.text;
}

function listPage(messages: Message[]): string {
  const rows = messages.toReversed().map(
    (message) =>
      html`<li>
        <a href="/messages/${message.id}" data-testid="mail-${message.id}"
          ><strong dir="auto">${message.subject}</strong>
          <span class="soft"
            ><bdi>${message.to.join(', ')}</bdi> ·
            <time>${message.receivedAt.slice(0, 19).replace('T', ' ')}</time></span
          ></a
        >
      </li>`,
  );
  return renderFrame(
    'Mailbox',
    html`<h1>Mailbox (${messages.length})</h1>
      ${
        rows.length > 0
          ? html`<ul class="mails">
              ${rows}
            </ul>`
          : html`<p class="soft">No mail yet. This page looks again every five seconds.</p>`
      }`,
    true,
  );
}

function renderMessage(message: Message): string {
  return renderFrame(
    message.subject,
    html`<p><a href="/">Mailbox</a></p>
      <h1 dir="auto">${message.subject}</h1>
      <dl class="soft">
        <dt>From</dt>
        <dd><bdi>${message.from}</bdi></dd>
        <dt>To</dt>
        <dd><bdi>${message.to.join(', ')}</bdi></dd>
        <dt>Received</dt>
        <dd>${message.receivedAt}</dd>
      </dl>
      ${
        message.html &&
        html`<p></p>
          <iframe sandbox="allow-popups" title="Message" srcdoc="${message.html}"></iframe>`
      }
      <h2 class="after">Text part</h2>
      <pre dir="auto" data-testid="mail-text">${linkUrls(message.text)}</pre>
      ${
        message.attachments.length > 0 &&
        html`<h2>Attachments</h2>
          <ul>
            ${message.attachments.map((one) => html`<li><bdi>${one.filename}</bdi> (${one.mimeType}, ${one.bytes} bytes)</li>`)}
          </ul>`
      }
      <p><a href="/api/messages/${message.id}/raw">Source</a></p>`,
    false,
  );
}

function linkUrls(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
