import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { type ServicePair, startServicePair } from '../support/services/services';

test.describe.configure({ mode: 'serial' });

let pair: ServicePair;
let folder: string;
let administrator = { token: '', secret: '' };
const password = 'Two rivers meet at 7';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'pair-'));
  pair = await startServicePair(folder);
});
test.afterAll(async () => {
  await pair?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, never> & { accessToken: string; refreshToken: string; userId: string; secret: string };
}

async function call(site: number, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${pair.urls[site]}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json().catch(() => ({}))) as Answer['body'],
  };
}

async function runSql(text: string, values: unknown[] = []): Promise<Array<Record<string, string>>> {
  const client = new Client({ connectionString: pair.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(text, values);
  await client.end();
  return rows;
}

/** Each code works only once. Forgets the used codes, which is faster than waiting half a minute for the next one. */
const forgetUsedCodes = () => runSql(`UPDATE "User" SET "totpLastStep" = NULL`);

const signUp = (email: string) =>
  call(0, 'POST', '/auth/createUser', { name: 'Mona Adel', email, phone: '01001234567', sub: password });

test('a session created in one process is valid in the other, and ends in both [O5, D8]', async () => {
  const { body } = await signUp('pair@learner.example');
  const courses = `/api/user/${body.userId}/profile/getMyCourses`;
  expect((await call(1, 'GET', courses, undefined, body.accessToken)).status).toBe(200);
  expect((await call(1, 'POST', '/auth/logout', { refreshToken: body.refreshToken }, body.accessToken)).status).toBe(
    204,
  );
  expect((await call(0, 'GET', courses, undefined, body.accessToken)).status).toBe(401);
});

test('wrong passwords are counted together across both processes [O5]', async () => {
  await signUp('limited@learner.example');
  const tries: number[] = [];
  for (let number = 0; number < 8; number += 1)
    tries.push(
      (await call(number % 2, 'POST', '/auth/loginAsUser', { email: 'limited@learner.example', sub: 'wrong password' }))
        .status,
    );
  expect(tries.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(tries.at(-1)).toBe(429);
});

test('a price changed in one process is on the other’s pages at once [O7, R20]', async () => {
  const email = 'administrator@learner.example';
  await signUp(email);
  await runSql(`UPDATE "User" SET role = 'admin', "emailConfirmedAt" = now() WHERE email = $1`, [email]);
  const first = (await call(0, 'POST', '/auth/loginAsUser', { email, sub: password })).body.accessToken;
  const { secret } = (await call(0, 'POST', '/auth/totp/enrol', {}, first)).body;
  expect((await call(0, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) }, first)).status).toBe(200);
  administrator = { token: first, secret };
  const page = '/en/details/course-page/courses-data/nextjs-from-zero';
  const showsPrice = async (site: number) =>
    (await (await fetch(`${pair.urls[site]}${page}`)).text()).includes('4,321');
  expect([await showsPrice(0), await showsPrice(1), await showsPrice(1)]).toEqual([false, false, false]);
  const changed = await call(
    0,
    'PUT',
    '/api/admin/products/course-nextjs',
    { amount: 432_100, saleAmount: null },
    first,
  );
  expect(changed.status).toBe(200);
  expect(await showsPrice(0)).toBe(true);
  await expect.poll(() => showsPrice(1)).toBe(true);
});

test('an upload started in one process continues in the other, and is processed once [O7]', async () => {
  const video = randomBytes(300_000);
  const name = { ar: 'درس', en: 'Across two', de: 'Über zwei' };
  const started = await call(
    0,
    'POST',
    '/api/admin/courses/nextjs-from-zero/uploads',
    { sizeBytes: video.length, fingerprint: 'a-video-for-two-processes', name },
    administrator.token,
  );
  expect(started.status).toBe(201);
  const upload = started.headers.get('location') ?? '';
  const send = (site: number, offset: number, bytes: Buffer) =>
    fetch(`${pair.urls[site]}${upload}`, {
      method: 'PATCH',
      body: new Uint8Array(bytes),
      headers: {
        authorization: `Bearer ${administrator.token}`,
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
      },
    });
  const first = await send(0, 0, video.subarray(0, 120_000));
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('upload-complete')]).toEqual([
    200,
    '120000',
    '?0',
  ]);
  const wrong = await send(1, 0, video.subarray(0, 10));
  expect([wrong.status, wrong.headers.get('upload-offset'), ((await wrong.json()) as { type: string }).type]).toEqual([
    409,
    '120000',
    '/problems/mismatching-upload-offset',
  ]);
  const last = await send(1, 120_000, video.subarray(120_000));
  expect([last.status, last.headers.get('upload-complete')]).toEqual([200, '?1']);
  const fetchState = async () =>
    (await call(0, 'GET', upload, undefined, administrator.token)).body as unknown as { status: string; error: string };
  await expect.poll(async () => (await fetchState()).status, { timeout: 30_000 }).toBe('failed');
  // The error depends on whether ffmpeg is installed.
  expect(['not-a-video', 'no-ffmpeg']).toContain((await fetchState()).error);
  expect(readFileSync(join(pair.dataDir, 'uploads', upload.split('/').at(-1) ?? '')).equals(video)).toBe(true);
  expect((await call(1, 'DELETE', upload, undefined, administrator.token)).status).toBe(204);
});

test('changing a price ten minutes after step-up asks for a code and then saves what was typed [O7, D12]', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await runSql(
    `UPDATE "Session" SET "signedInAt" = timezone('utc', now()) - interval '11 minutes', "totpAt" = timezone('utc', now()) - interval '11 minutes'`,
  );
  const refused = await call(
    1,
    'PUT',
    '/api/admin/products/course-nextjs',
    { amount: 555_500, saleAmount: null },
    administrator.token,
  );
  expect([refused.status, (refused.body as unknown as { type: string }).type]).toEqual([403, '/problems/step-up']);
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${administrator.token}` });
  await page.goto(`${pair.urls[0]}/en/admin/courses`, { waitUntil: 'networkidle' });
  const form = page.locator('form:has(#course-nextjs-amount)');
  await form.locator('#course-nextjs-amount').fill('3999');
  await form.locator('#course-nextjs-saleAmount').fill('2777');
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The code is wrong or has already been used.')).toBeVisible();
  await forgetUsedCodes();
  await dialog.getByLabel('Code').fill(generateSync({ secret: administrator.secret }));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByText('Saved, and on the site now.')).toBeVisible();
  await expect(form.locator('#course-nextjs-amount')).toHaveValue('3999');
  const site = await (await fetch(`${pair.urls[1]}/en/details/course-page/courses-data/nextjs-from-zero`)).text();
  expect(site).toContain('2,777');
});

test('cancelling step-up changes no role and keeps the dialog open; a code assigns the role [D12, O9]', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { body } = await signUp('helper@learner.example');
  await runSql(`UPDATE "User" SET "emailConfirmedAt" = now() WHERE id = $1`, [body.userId]);
  await runSql(
    `UPDATE "Session" SET "signedInAt" = timezone('utc', now()) - interval '11 minutes', "totpAt" = timezone('utc', now()) - interval '11 minutes' WHERE "userId" <> $1`,
    [body.userId],
  );
  const readRole = async () => (await runSql(`SELECT role::text FROM "User" WHERE id = $1`, [body.userId]))[0]?.role;
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${administrator.token}` });
  await page.goto(`${pair.urls[0]}/en/admin/learners/${body.userId}`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Make administrator' }).click();
  const question = page.getByRole('dialog', { name: /Make administrator/ });
  await question.getByRole('button', { name: 'Make administrator' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof).toBeVisible();
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect(question).toBeVisible();
  expect(await readRole()).toBe('learner');
  await question.getByRole('button', { name: 'Make administrator' }).click();
  await forgetUsedCodes();
  await proof.getByLabel('Code').fill(generateSync({ secret: administrator.secret }));
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(proof).toBeHidden();
  await expect(page.getByRole('button', { name: /Remove the role/ })).toBeVisible();
  expect(await readRole()).toBe('admin');
  await expect(page.getByText('Signed in nowhere at the moment.')).toBeVisible();
});

test('texts published in one process are on the other’s pages within two seconds, and so is their restoration [N5]', async () => {
  const fetchHeading = async (site: number) =>
    /<h1[^>]*>([^]*?)<\/h1>/.exec(await (await fetch(`${pair.urls[site]}/en/home`)).text())?.[1] ?? '';
  const before = await fetchHeading(1);
  const document = '/api/admin/content/home-page.hero';
  const { values } = (await call(0, 'GET', document, undefined, administrator.token)).body as unknown as {
    values: Record<'en', object>;
  };
  const saved = await call(
    0,
    'PUT',
    document,
    { version: 0, values: { ...values, en: { ...values.en, title: 'Seen in every process' } } },
    administrator.token,
  );
  expect([saved.status, await fetchHeading(1)]).toEqual([200, before]);
  expect((await call(0, 'POST', `${document}/publish`, { version: 1 }, administrator.token)).status).toBe(200);
  expect(await fetchHeading(0)).toContain('Seen in every process');
  await expect.poll(() => fetchHeading(1), { timeout: 2000, intervals: [50] }).toContain('Seen in every process');
  expect((await call(1, 'POST', `${document}/restore`, { version: 1, number: 0 }, administrator.token)).status).toBe(
    200,
  );
  await expect.poll(() => fetchHeading(0), { timeout: 2000, intervals: [50] }).toBe(before);
});

test('a job runs in one process at a time: forty messages, forty emails [O4, R11]', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `pair:${index}`);
  const data = JSON.stringify({
    to: 'x@learner.example',
    lang: 'en',
    template: 'session-ended',
    data: { name: 'Mona' },
  });
  await runSql(
    `INSERT INTO "Outbox" (key, kind, payload, "nextAt") SELECT unnest($1::text[]), 'mail', $2::jsonb, timezone('utc', now())`,
    [keys, data],
  );
  await expect
    .poll(async () => (await runSql(`SELECT count(*)::text AS left FROM "Outbox" WHERE "doneAt" IS NULL`))[0]?.left, {
      timeout: 40_000,
    })
    .toBe('0');
  const folder = join(pair.dataDir, 'mail');
  const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const sent = mails
    .filter((mail) => mail.includes('x@learner.example'))
    .map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
  expect(sent).toHaveLength(40);
  expect(new Set(sent).size).toBe(40);
  const leases = await runSql(`SELECT name, holder FROM "JobLease"`);
  expect(leases.map(({ name }) => name)).toContain('outbox');
});

test('stopping one process keeps the other answering [R18]', async () => {
  await pair.stopOne(0);
  expect((await fetch(`${pair.urls[1]}/readyz`)).status).toBe(200);
  expect((await fetch(`${pair.urls[1]}/en/home`)).status).toBe(200);
});
