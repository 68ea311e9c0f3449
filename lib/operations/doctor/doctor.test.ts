import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db, useDatabase } from '@/lib/database/client';
import { rememberDatabase } from '@/lib/database/installation';
import { openPostgresql } from '@/lib/database/postgresql';
import { languages } from '@/lib/language';
import { readMetricsText } from '@/lib/operations/metrics';
import { countUnhandledRejection, unhandledRejections } from '@/lib/process/shared-state';
import { resetDatabase } from '@/tests/support/database';
import { type DiagnosticCheck, reportLines, runChecks } from './check';
import { contentCheck, editedCheck, hreflangCheck, hreflangFindings, sampleCheck } from './content-check';
import { runDiagnostics } from './examine';
import {
  backupCheck,
  databaseCheck,
  diskCheck,
  diskFinding,
  mailCheck,
  migrationsCheck,
  rejectionsCheck,
} from './host-checks';
import { picturesCheck } from './media-check';
import { ordersCheck, providerChecks } from './orders-check';

const now = new Date('2026-11-21T10:00:00Z');
const report = async (check: DiagnosticCheck) => reportLines(await runChecks([check], now, 3000)).join('\n');
const keys = {
  PAYMOB_SECRET_KEY: 'egy_sk_test_1',
  PAYMOB_PUBLIC_KEY: 'egy_pk_test_1',
  PAYMOB_API_KEY: 'k',
  PAYMOB_HMAC_SECRET: 'h',
};
const text = { ar: 'س', en: 'x', de: 'x' };
let folder: string;

function configure(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  resetConfig();
}

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

describe('doctor', () => {
  beforeEach(async () => {
    await resetDatabase();
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    configure({ DATA_DIR: folder, MEDIA_DIR: join(folder, 'media') });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    resetConfig();
  });

  it('reports a picture of the library with missing files [N7]', async () => {
    const id = '0198aaaa-0000-7000-8000-000000000001';
    const client = await db();
    await client.picture.create({
      data: {
        id,
        name: 'team.png',
        hash: id,
        format: 'png',
        bytes: 1,
        width: 640,
        height: 320,
        status: 'ready',
        alt: text,
      },
    });
    mkdirSync(join(folder, 'pictures', id), { recursive: true });
    for (const file of ['320.avif', '320.webp', '640.avif']) writeFileSync(join(folder, 'pictures', id, file), 'x');
    expect(await report(picturesCheck)).toContain(`team.png (pictures/${id}) lacks 640.webp`);
    writeFileSync(join(folder, 'pictures', id, '640.webp'), 'x');
    expect(await report(picturesCheck)).toContain('1 pictures have all their files');
  });

  it('reports every configuration error, and runs no other check [O4]', async () => {
    configure({ PORT: 'many', SITE_URL: 'nowhere' });
    const lines = reportLines(await runDiagnostics(now));
    expect(lines).toHaveLength(2);
    expect(lines.join()).toMatch(/BAD.*PORT.*BAD.*SITE_URL/);
  });

  it('reports a check that throws or hangs, and still runs the next one [O4]', async () => {
    const hanging: DiagnosticCheck = { name: 'slow', run: () => new Promise(() => undefined) };
    const broken: DiagnosticCheck = { name: 'broken', run: async () => Promise.reject(new Error('no such thing')) };
    const fine: DiagnosticCheck = { name: 'fine', run: async () => [{ state: 'ok', message: 'yes' }] };
    expect(reportLines(await runChecks([hanging, broken, fine], now, 20))).toEqual([
      'BAD   slow: no answer within 0.02 s',
      'BAD   broken: no such thing',
      'ok    fine: yes',
    ]);
  });

  it('reports each file with invented clients, until none is left [N3]', async () => {
    expect(await report(sampleCheck)).toMatch(
      /^warn {2}samples: midan\/ar\/work-page\/cases\.json has invented examples/m,
    );
    const content = join(folder, 'content');
    cpSync('content', content, { recursive: true });
    for (const lang of languages) rmSync(join(content, 'midan', lang, 'work-page'), { recursive: true });
    configure({ CONTENT_DIR: content });
    expect(await report(sampleCheck)).toMatch(/^ok {4}samples: nothing/);
  });

  it('reports a data folder that is missing or nearly full [O4, R12]', async () => {
    expect(await report(diskCheck)).toMatch(/^(ok|warn) .*is writable/);
    expect(diskFinding(folder, 255)).toMatchObject({ state: 'bad' });
    rmSync(folder, { recursive: true });
    expect(await report(diskCheck)).toMatch(/BAD.*ENOENT/);
  });

  it('reports a missing or failed migration [O5, R21]', async () => {
    expect(await report(databaseCheck)).toMatch(/^ok/);
    expect(await report(migrationsCheck)).toMatch(/^ok/);
    const client = await db();
    await client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = NULL`;
    const unfinished = await report(migrationsCheck);
    await client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = now(), rolled_back_at = CASE migration_name WHEN '0002_searches_and_uploads' THEN now() END`;
    const missing = await report(migrationsCheck);
    await client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = now(), rolled_back_at = NULL`;
    expect(unfinished).toMatch(/BAD.*0001_init was started earlier but did not finish.*npm run db:repair/);
    expect(missing).toMatch(/BAD.*0002_searches_and_uploads is not applied: restart the service/);
  });

  it('reports an unhandled rejection, and counts it in the metrics [X32]', async () => {
    expect(await report(rejectionsCheck)).toMatch(/^ok/);
    countUnhandledRejection(new Error('the mail was not written'), now);
    expect(await report(rejectionsCheck)).toMatch(
      /BAD.*1 since start, the last at 2026-11-21T10:00:00.000Z: the mail was not written/,
    );
    expect(await readMetricsText(now)).toMatch(/^site_unhandled_rejections_total 1$/m);
    Object.assign(unhandledRejections, { count: 0, last: null });
  });

  it('reports a database that has become empty [X33]', async () => {
    const database = await resetDatabase();
    await rememberDatabase(folder, database, now);
    expect(await report(databaseCheck)).toMatch(/^ok/);
    await resetDatabase();
    expect(await report(databaseCheck)).toMatch(/BAD.*is lost: the database .* is empty.*npm run restore/);
  });

  it('reports a broken content file and a missing translation with file and field [O2]', async () => {
    const content = join(folder, 'content');
    cpSync('content', content, { recursive: true });
    configure({ CONTENT_DIR: content });
    expect(await report(contentCheck)).toMatch(/^ok/);
    rmSync(join(content, 'midan/de/home-page/hero.json'));
    writeFileSync(
      join(content, 'midan/products.json'),
      JSON.stringify([{ key: 'a', name: 'A', description: 'd', amount: -1, courseName: 'c' }]),
    );
    const lines = await report(contentCheck);
    expect(lines).toMatch(/BAD.*midan\/products\.json: 0\.amount/);
    expect(lines).toMatch(/BAD.*midan\/de\/home-page\/hero\.json: is missing/);
  });

  it('reports an unreachable mail server and a message that is not delivered [O4]', async () => {
    configure({ SMTP_URL: `smtp://127.0.0.1:${await findClosedPort()}` });
    const client = await db();
    await client.outbox.create({
      data: {
        key: 'k',
        kind: 'mail',
        payload: {},
        attempts: 4,
        lastError: 'refused',
        createdAt: new Date('2026-11-21T09:00:00Z'),
      },
    });
    const lines = await report(mailCheck);
    expect(lines).toMatch(/BAD.*the mail server does not accept messages/);
    expect(lines).toMatch(/BAD.*mail 1 is not delivered after 4 tries: refused/);
  });

  it('reports Paymob being out of reach [O4]', async () => {
    configure({
      ...keys,
      PAYMOB_INTEGRATION_IDS: '1,2,3',
      PAYMOB_BASE_URL: `http://127.0.0.1:${await findClosedPort()}`,
    });
    expect(await report(providerChecks[0]!)).toMatch(/BAD.*cannot be reached: .*ECONNREFUSED/);
  });

  it('reports payments found only by inquiry or return and never by callback, with the callback URL to enter [P16]', async () => {
    configure({ ...keys, PAYMOB_INTEGRATION_IDS: '1,2,3', PAYMOB_BASE_URL: 'http://127.0.0.1:9' });
    const client = await db();
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const found = { type: 'TRANSACTION', result: 'applied', reason: 'paid', body: {} } as const;
    await client.paymentEvent.createMany({
      data: [
        { ...found, source: 'return', fingerprint: 'a', receivedAt: at(-60) },
        { ...found, source: 'inquiry', fingerprint: 'b', receivedAt: at(-50) },
        { ...found, source: 'inquiry', fingerprint: 'free', type: 'FREE', receivedAt: at(-40) },
        { ...found, source: 'inquiry', fingerprint: 'new', receivedAt: at(0) },
      ],
    });
    expect(await report(providerChecks[0]!)).toMatch(
      /warn.*2 payments were found only by querying Paymob, no callback has ever arrived: enter http:\/\/\S+\/api\/payment\/callback/,
    );
    await client.paymentEvent.create({
      data: {
        ...found,
        source: 'callback',
        result: 'duplicate',
        reason: 'known',
        fingerprint: 'c',
        receivedAt: at(-55),
      },
    });
    expect(await report(providerChecks[0]!)).toMatch(
      /warn.*1 payments were found only by querying Paymob, the last callback arrived on 2026-11-21/,
    );
    await client.paymentEvent.create({ data: { ...found, source: 'callback', fingerprint: 'd', receivedAt: at(-10) } });
    expect(await report(providerChecks[0]!)).not.toContain('by asking');
  });

  it('reports a payment without its course, and a course without its payment [O4, P5]', async () => {
    const client = await db();
    await client.user.create({ data: { id: 'u' } });
    await client.course.create({ data: { slug: 'c', text: {} } });
    await client.product.create({
      data: { key: 'p', courseSlug: 'c', name: text, description: text, amountPiastres: 100 },
    });
    const order = {
      userId: 'u',
      productKey: 'p',
      courseSlug: 'c',
      description: '',
      amountPiastres: 100,
      expiresAt: now,
    };
    await client.order.create({ data: { ...order, id: 'paid', status: 'paid', paidAt: now } });
    await client.orderLine.create({
      data: {
        orderId: 'paid',
        position: 0,
        productKey: 'p',
        courseSlug: 'c',
        description: '',
        listPiastres: 100,
        totalPiastres: 100,
      },
    });
    expect(await report(ordersCheck)).toMatch(/BAD.*order 1 is paid, but its buyer does not have the course/);
    await client.order.create({ data: { ...order, id: 'failed', status: 'failed', needsReview: 'double charge' } });
    await client.enrolment.create({ data: { userId: 'u', courseSlug: 'c', orderId: 'failed', source: 'purchase' } });
    await client.refundRequest.create({
      data: { orderId: 'paid', reason: '', amountPiastres: 100, dueAt: new Date('2026-11-20T00:00:00Z') },
    });
    await client.paymentEvent.create({
      data: { source: 'callback', type: 'TRANSACTION', fingerprint: 'f', result: 'ignored', chargeId: '77', body: {} },
    });
    const lines = await report(ordersCheck);
    expect(lines).toMatch(/BAD.*its order is failed/);
    expect(lines).toMatch(/warn.*order 2 needs a decision: double charge/);
    expect(lines).toMatch(/BAD.*the refund of order 1 is due by 2026-11-20/);
    expect(lines).toMatch(/warn.*charge 77/);
  });

  it('reports rows edited in administration, and a missing or old backup [O7, O9]', async () => {
    const client = await db();
    await client.course.create({ data: { slug: 'c', text: {}, syncedHash: 'h', editedAt: now } });
    const quiz = { purpose: 'level' as const, content: {}, editedAt: now };
    await client.quiz.createMany({
      data: [
        { id: 'changed', syncedHash: 'h', ...quiz },
        { id: 'made', ...quiz },
      ],
    });
    const lines = await report(editedCheck);
    expect(lines).toMatch(/warn.*course c was changed in administration/);
    expect(lines).toMatch(/warn.*quiz changed was changed in administration/);
    expect(lines).toMatch(/ok.*quiz made was made in administration/);
    expect(await report(backupCheck)).toMatch(/warn.*there is no backup yet/);
    await client.fact.create({ data: { name: 'last-backup', value: { at: '2026-11-10T00:00:00Z', file: '/b' } } });
    expect(await report(backupCheck)).toMatch(/warn.*11 days old/);
  });

  it('reports an unreachable database, and nothing else [O4]', async () => {
    const away = await openPostgresql(`postgresql://nobody@127.0.0.1:${await findClosedPort()}/none`);
    useDatabase(away);
    const lines = await report(databaseCheck);
    await away.close();
    useDatabase(await resetDatabase());
    expect(lines).toMatch(/^BAD {3}database: /);
    expect(lines).not.toMatch(/answers/);
  });

  it('checks the sitemap that the running service sends against its own entries [O4, A14]', async () => {
    let xml = '<url><loc>/ar/a</loc><xhtml:link rel="alternate" hreflang="en" href="/en/a"/></url>';
    let status = 200;
    const site = createHttpServer((_request, response) => response.writeHead(status).end(xml)).listen(0, '127.0.0.1');
    await new Promise((done) => site.once('listening', done));
    configure({ PORT: String((site.address() as AddressInfo).port) });
    expect(await report(hreflangCheck)).toMatch(
      /BAD.*\/ar\/a links to \/en\/a as its en version, which is not in the sitemap/,
    );
    xml = '';
    expect(await report(hreflangCheck)).toMatch(/BAD.*the sitemap is empty/);
    status = 500;
    expect(await report(hreflangCheck)).toMatch(/BAD.*\/sitemap\.xml answers 500/);
    await new Promise((done) => site.close(done));
    expect(await report(hreflangCheck)).toMatch(/warn.*no service answers on port/);
  });

  it('reports translations that do not link to each other [O4]', () => {
    const renderEntry = (name: string, others: Record<string, string>) =>
      `<url><loc>${name}</loc>${Object.entries(others)
        .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
        .join('')}</url>`;
    const pair = { ar: '/ar/a', en: '/en/a' };
    expect(hreflangFindings(renderEntry('/ar/a', pair) + renderEntry('/en/a', pair))).toMatchObject([{ state: 'ok' }]);
    expect(hreflangFindings(renderEntry('/ar/a', pair) + renderEntry('/en/a', { en: '/en/a' }))[0]?.message).toBe(
      '/ar/a links to /en/a, which does not link back',
    );
    expect(hreflangFindings(renderEntry('/ar/a', pair))[0]?.message).toMatch(/not in the sitemap/);
  });
});
