import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailMock, startMailMock } from '../../mocks/mail/server';
import type { BookLine } from '../../mocks/paymob/api/control-api';
import { type PaymobMock, startPaymobMock } from '../../mocks/paymob/server';
import type { DatabaseKind, Options } from './options';
import { Site } from './site';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** The parts of the stack that a purchase through the API needs. */
export interface Shop {
  site: { url: string };
  callPaymob: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;
}

export interface Stack extends Shop {
  kind: DatabaseKind;
  options: Options;
  site: Site;
  mail: MailMock;
  proxy: TcpProxy | null;
  databaseUrl: string | null;
  dataDir: string;
  readBooks: () => Promise<BookLine[]>;
  close: () => Promise<void>;
}

interface Postgres {
  url: string;
  stop: () => Promise<void>;
}

async function startPostgresServer(): Promise<Postgres> {
  const { startPostgres } = (await import('../../scripts/environment/postgres.mjs' as string)) as {
    startPostgres: () => Promise<Postgres>;
  };
  return startPostgres();
}

export function createPaymobCaller(mock: PaymobMock): Shop['callPaymob'] {
  return async <T>(method: string, path: string, body?: unknown) => {
    const init = { method, headers: { 'x-mock-token': mock.controlToken } };
    const answer = await fetch(
      `${mock.url}/_mock/${path}`,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    const json = (await answer.json()) as T;
    if (!answer.ok) throw new Error(`mock ${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  };
}

/** Faster retries would flood the processor with callbacks while it serves the buyers (R03). */
const quickRetries = [0, 1500, 1500, 2000, 3000, 5000, 5000, 10_000, 10_000, 10_000, 30_000];

export async function startStack(kind: DatabaseKind, options: Options): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), `faults-${kind}-`));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const siteUrl = `http://localhost:${options.port}`;
  const mock = await startPaymobMock({ port: options.port + 1, siteUrl, retryMs: quickRetries, seed: options.seed });
  const mail = await startMailMock({ port: options.port + 2, mailboxPort: options.port + 3 });
  const server = kind === 'postgresql' ? await startPostgresServer() : null;
  const proxy = server ? await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) }) : null;
  const throughProxy = server && proxy ? server.url.replace(/:\d+\//, `:${proxy.port}/`) : null;
  const site = new Site(siteUrl, folder, {
    PORT: String(options.port),
    SITE_URL: siteUrl,
    AUTH_SECRET: 'a-secret-of-the-fault-suite-0123456789',
    DATA_DIR: dataDir,
    LIMIT_SCALE: '1000000',
    RECONCILE_EVERY_S: '1',
    NEWSLETTER_PER_MINUTE: '1800',
    LOG_LEVEL: 'info',
    SELLER_TAX_NUMBER: '100200300',
    SELLER_NAME: 'Midan',
    SELLER_ADDRESS: 'Cairo, Nasr City, Abbas El Akkad, 12',
    TAX_PERCENT: '14',
    METRICS_TOKEN: 'metrics-of-the-fault-suite',
    ...(throughProxy && { DATABASE_URL: throughProxy }),
    ...mock.env,
    ...mail.env,
  });
  const paymob = createPaymobCaller(mock);
  return {
    kind,
    options,
    site,
    mail,
    proxy,
    databaseUrl: server?.url ?? null,
    dataDir,
    callPaymob: paymob,
    readBooks: () => paymob<BookLine[]>('GET', 'books'),
    close: async () => {
      await site.kill();
      await Promise.all([mock.close(), mail.close()]);
      proxy?.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
