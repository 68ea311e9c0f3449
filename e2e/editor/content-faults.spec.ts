import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { languageName } from '../../lib/language';
import { startTcpProxy } from '../faults/tcp-proxy';
import { readMessages } from '../support/messages';
import { drawNoise } from '../support/pictures';
import { startDatabase, startService, startServicePair, waitForExit } from '../support/services/services';

/** Tests failures of PostgreSQL while an editor works. */
test.describe.configure({ timeout: 180_000 });

const t = readMessages('en');
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-faults-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function send<Answer>(url: string, method: string, body: unknown, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return (await (
    await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) })
  ).json()) as Answer;
}

async function createAdministrator(url: string, client: Client): Promise<string> {
  const [email, sub] = ['hala@learner.example', 'Two rivers meet at 7'];
  await send(`${url}/auth/createUser`, 'POST', { name: 'Hala Adel', email, phone: '01001234567', sub });
  await client.query(`UPDATE "User" SET role = 'admin', "emailConfirmedAt" = now() WHERE email = $1`, [email]);
  const { accessToken } = await send<{ accessToken: string }>(`${url}/auth/loginAsUser`, 'POST', { email, sub });
  const { secret } = await send<{ secret: string }>(`${url}/auth/totp/enrol`, 'POST', {}, accessToken);
  await send(`${url}/auth/totp/confirm`, 'POST', { code: generateSync({ secret }) }, accessToken);
  return accessToken;
}

const countRows = async (client: Client, sql: string): Promise<number> =>
  Number((await client.query<{ count: string }>(sql)).rows[0]?.count);

/** Makes the commit of a published version wait for a lock. */
const waitAtCommit = `
  CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW."publishedAt" IS NOT NULL THEN PERFORM pg_advisory_xact_lock(42); END IF; RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT OR UPDATE ON "ContentVersion" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`;

test('a publication committed just before its process is killed shows within 2 s on the other and the restarted process [N5, R20]', async () => {
  const pair = await startServicePair(folder);
  const client = await connectTo(pair.databaseUrl);
  try {
    const token = await createAdministrator(pair.urls[0], client);
    const showsHero = async (site: number) =>
      (await (await fetch(`${pair.urls[site]}/en/home`)).text()).includes('Published by a process that died');
    expect([await showsHero(0), await showsHero(1), await showsHero(1)]).toEqual([false, false, false]);
    const address = `${pair.urls[0]}/api/admin/content/home-page.hero`;
    const { values } = await send<{ values: Record<string, object> }>(address, 'GET', null, token);
    await send(
      address,
      'PUT',
      { version: 0, values: { ...values, en: { ...values.en, title: 'Published by a process that died' } } },
      token,
    );

    await client.query(waitAtCommit);
    await client.query('SELECT pg_advisory_lock(42)');
    const publishing = send(`${address}/publish`, 'POST', { version: 1 }, token).catch(() => null);
    await expect
      .poll(() =>
        countRows(client, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 42`),
      )
      .toBe(1);
    pair.processes[0]?.kill('SIGSTOP');
    await client.query('SELECT pg_advisory_unlock(42)');
    await expect
      .poll(() => countRows(client, `SELECT count(*) FROM "ContentVersion" WHERE "publishedAt" IS NOT NULL`), {
        intervals: [20],
      })
      .toBe(1);
    const died = waitForExit(pair.processes[0]!);
    pair.processes[0]?.kill('SIGKILL');
    await expect.poll(() => showsHero(1), { timeout: 2000, intervals: [50] }).toBe(true);
    await died;
    expect(await publishing).toBeNull();
    await pair.startOne(0);
    expect(await showsHero(0)).toBe(true);
  } finally {
    await client.end();
    await pair.stop();
  }
});

interface Site {
  url: string;
  data: string;
  client: Client;
  cutConnections: () => void;
  mend: () => void;
  stop: () => Promise<void>;
}

async function startSite(): Promise<Site> {
  const postgres = await startDatabase();
  const direct = new URL(postgres.url);
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const through = new URL(postgres.url);
  through.port = String(proxy.port);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'uploads'), { recursive: true });
  const service = await startService(data, { DATABASE_URL: through.href, LIMIT_SCALE: '1000' });
  const client = await connectTo(postgres.url);
  return {
    url: service.url,
    data,
    client,
    cutConnections: proxy.cut,
    mend: proxy.mend,
    async stop() {
      await client.end();
      await service.stop();
      proxy.close();
      await postgres.stop();
    },
  };
}

const readCopies = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith('article:'))
      .map(([, text]) => String(text))
      .join(),
  );

test('a database outage during typing is reported, and the text is kept in the browser and saved afterwards [N8, R03]', async ({
  page,
  context,
}) => {
  const site = await startSite();
  try {
    await context.setExtraHTTPHeaders({ authorization: `Bearer ${await createAdministrator(site.url, site.client)}` });
    await page.goto(`${site.url}/en/admin/articles/new`);
    const english = page.getByRole('region', { name: languageName('en', 'en'), exact: true });
    await english.getByRole('button', { name: t('admin.write_language') }).click();
    await english.getByLabel(t('editor.labels.title')).fill('Before');
    await expect(page.getByText(t('admin.article_saved'))).toBeVisible({ timeout: 15_000 });
    site.cutConnections();
    await english.getByLabel(t('editor.labels.title')).fill('Typed while the database is away');
    await expect(page.getByText(t('admin.article_unreachable'))).toBeVisible({ timeout: 30_000 });
    expect(await readCopies(page)).toContain('Typed while the database is away');
    await english.getByLabel(t('editor.labels.description')).fill('And typed on, since nothing stops an editor.');
    site.mend();
    await expect(page.getByText(t('admin.article_saved'))).toBeVisible({ timeout: 60_000 });
    expect(await readCopies(page)).toBe('');
    const { rows } = await site.client.query<{ body: string }>(`SELECT body FROM "ArticleDraft"`);
    expect(rows.map(({ body }) => body).join()).toMatch(/Typed while the database is away.*And typed on/);
    await page.reload();
    await expect(english.getByLabel(t('editor.labels.title'))).toHaveValue('Typed while the database is away');
  } finally {
    await site.stop();
  }
});

const tryMount = (...options: string[]): boolean => spawnSync('mount', options, { stdio: 'ignore' }).status === 0;

test('an upload that fills the disk is reported, leaves no partial file, and the picture can be sent again [N7, R12]', async ({
  page,
  context,
}) => {
  const site = await startSite();
  const uploads = join(site.data, 'uploads');
  const isMounted = tryMount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', uploads);
  try {
    test.skip(!isMounted, 'no disk can be mounted on this machine');
    await context.setExtraHTTPHeaders({ authorization: `Bearer ${await createAdministrator(site.url, site.client)}` });
    await page.goto(`${site.url}/en/admin/media`);
    await page
      .getByLabel(new RegExp(t('admin.picture_files')))
      .setInputFiles([{ name: 'large.png', mimeType: 'image/png', buffer: await drawNoise(900, 900) }]);
    await page.getByRole('button', { name: t('admin.picture_upload'), exact: true }).click();
    const row = page.getByRole('status').getByRole('listitem').filter({ hasText: 'large.png' });
    await expect(row).toContainText(t('problems.storage_full'));
    expect(readdirSync(uploads)).toEqual([]);
    expect(await countRows(site.client, `SELECT count(*) FROM "Picture"`)).toBe(0);
    expect(tryMount('-o', 'remount,size=64m', uploads)).toBe(true);
    await row.getByRole('button', { name: t('admin.picture_again') }).click();
    await expect(row).toContainText(t('admin.picture_sent'));
    await expect
      .poll(() => countRows(site.client, `SELECT count(*) FROM "Picture" WHERE status = 'ready'`), { timeout: 60_000 })
      .toBe(1);
  } finally {
    await site.stop();
    if (isMounted) spawnSync('umount', [uploads]);
  }
});
