import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { authenticator } from 'otplib';
import { Client } from 'pg';
import { startPair, type Pair } from './services';

/** Two processes of the production build on one PostgreSQL, as behind a balancer. */
test.describe.configure({ mode: 'serial' });

let pair: Pair;
let folder: string;
const password = 'Two rivers meet at 7';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'pair-'));
  pair = await startPair(folder);
});
test.afterAll(async () => {
  await pair?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; headers: Headers; body: Record<string, never> & { accessToken: string; refreshToken: string; userId: string; secret: string } };

async function call(site: number, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${pair.urls[site]}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json().catch(() => ({}))) as Answer['body'] };
}

async function sql(text: string, values: unknown[] = []): Promise<Array<Record<string, string>>> {
  const client = new Client({ connectionString: pair.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(text, values);
  await client.end();
  return rows;
}

const signUp = (email: string) => call(0, 'POST', '/auth/createUser', { name: 'Mona Adel', email, phone: '01001234567', sub: password });

test('O5 D8 a session made in one process holds in the other, and is over in both', async () => {
  const { body } = await signUp('pair@learner.example');
  const courses = `/api/user/${body.userId}/profile/getMyCourses`;
  expect((await call(1, 'GET', courses, undefined, body.accessToken)).status).toBe(200);
  expect((await call(1, 'POST', '/auth/logout', { refreshToken: body.refreshToken }, body.accessToken)).status).toBe(204);
  expect((await call(0, 'GET', courses, undefined, body.accessToken)).status).toBe(401);
});

test('O5 wrong passwords count together, whichever process is asked', async () => {
  await signUp('limited@learner.example');
  const tries: number[] = [];
  for (let number = 0; number < 8; number += 1) tries.push((await call(number % 2, 'POST', '/auth/loginAsUser', { email: 'limited@learner.example', sub: 'wrong password' })).status);
  expect(tries.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(tries.at(-1)).toBe(429);
});

test('O7 R20 a price changed in one process is on the pages of the other at once', async () => {
  const email = 'boss@learner.example';
  await signUp(email);
  await sql(`UPDATE "User" SET role = 'admin', "emailConfirmedAt" = now() WHERE email = $1`, [email]);
  const first = (await call(0, 'POST', '/auth/loginAsUser', { email, sub: password })).body.accessToken;
  const { secret } = (await call(0, 'POST', '/auth/totp/enrol', {}, first)).body;
  expect((await call(0, 'POST', '/auth/totp/confirm', { code: authenticator.generate(secret) }, first)).status).toBe(200);
  const page = '/en/details/course-page/courses-data/nextjs-from-zero';
  const priceOn = async (site: number) => (await (await fetch(`${pair.urls[site]}${page}`)).text()).includes('4,321');
  expect([await priceOn(0), await priceOn(1), await priceOn(1)]).toEqual([false, false, false]);
  const changed = await call(0, 'PUT', '/api/admin/products/course-nextjs', { amount: 432_100, saleAmount: null }, first);
  expect(changed.status).toBe(200);
  expect(await priceOn(0)).toBe(true);
  await expect.poll(() => priceOn(1)).toBe(true);
});

test('O4 R11 a job runs in one process at a time: forty messages, forty letters', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `pair:${index}`);
  const data = JSON.stringify({ to: 'x@learner.example', lang: 'en', template: 'session-ended', data: { name: 'Mona' } });
  await sql(`INSERT INTO "Outbox" (key, kind, payload, "nextAt") SELECT unnest($1::text[]), 'mail', $2::jsonb, timezone('utc', now())`, [keys, data]);
  await expect.poll(async () => (await sql(`SELECT count(*)::text AS left FROM "Outbox" WHERE "doneAt" IS NULL`))[0]?.left, { timeout: 40_000 }).toBe('0');
  const folders = pair.dataDirs.map((each) => join(each, 'mail')).filter((each) => existsSync(each));
  const letters = folders.flatMap((each) => readdirSync(each).map((file) => readFileSync(join(each, file), 'utf8')));
  const sent = letters.filter((letter) => letter.includes('x@learner.example')).map((letter) => /^Message-ID: (.*)$/m.exec(letter)?.[1]);
  expect(sent).toHaveLength(40);
  expect(new Set(sent).size).toBe(40);
  const leases = await sql(`SELECT name, holder FROM "JobLease"`);
  expect(leases.map(({ name }) => name)).toContain('outbox');
});

test('R18 one process stops, and the other goes on answering', async () => {
  await pair.stopOne(0);
  expect((await fetch(`${pair.urls[1]}/readyz`)).status).toBe(200);
  expect((await fetch(`${pair.urls[1]}/en/home`)).status).toBe(200);
});
