import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendConfirmation } from '@/lib/accounts/confirm-email';
import { resetConfig } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { deliverOutbox, deliverWebhooks, hasDueMessages, hasDueWebhooks, retryDelayMs } from './deliver';
import { enqueueMail, enqueueWebhook } from './outbox';
import * as transport from './transport';

const now = new Date('2026-11-21T10:00:00Z');
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const createSmtpError = (fields: object) => Object.assign(new Error('refused'), fields);
const bounced = createSmtpError({ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 User unknown' });
const refused = createSmtpError({ command: 'DATA', responseCode: 554, response: '554 5.7.1 Not allowed' });
const broken = createSmtpError({ code: 'ECONNECTION' });
const away = createSmtpError({ code: 'ESOCKET', syscall: 'connect' });

const enqueue = (key: string, more: object = {}) =>
  transaction((tx) =>
    enqueueMail(tx, {
      key,
      to: `${key}@midan.example`,
      lang: 'en',
      template: 'session-ended',
      data: { name: 'Mona' },
      ...more,
    }),
  );
const getOutbox = async () => (await db()).outbox;
const changeRows = async (data: object) => (await getOutbox()).updateMany({ data });
const setDue = () => changeRows({ createdAt: now, nextAt: now });
const readRow = async (key: string) =>
  (await getOutbox()).findUniqueOrThrow({
    where: { key },
    select: { outcome: true, attempts: true, lastError: true, nextAt: true, doneAt: true },
  });
const mockSender = (send: (key: string) => Promise<void>) =>
  vi.spyOn(transport, 'sendMessage').mockImplementation(({ key }) => send(key));
const listKeys = (sent: ReturnType<typeof mockSender>) => sent.mock.calls.map(([{ key }]) => key);

beforeEach(resetDatabase);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  resetConfig();
});

it('tries a missing mailbox once, and retries other permanent refusals later, in case an admin fixes the cause [R11]', async () => {
  await enqueue('gone');
  await enqueue('spam');
  await setDue();
  mockSender((key) => Promise.reject(key === 'gone' ? bounced : refused));
  await deliverOutbox(now);
  expect(await readRow('gone')).toMatchObject({ outcome: 'bounced', doneAt: now, attempts: 1, lastError: 'refused' });
  expect(await readRow('spam')).toMatchObject({ outcome: null, nextAt: secondsLater(600) });
});

it('retries at most 40 s apart while the server is away; delays for a single message grow with its age [R11]', () => {
  const hour = 3600_000;
  expect([0, 1, 99].map((attempts) => retryDelayMs('away', attempts, 50 * hour))).toEqual([2000, 4000, 40_000]);
  expect([0, 10 * 60_000, hour, 70 * hour].map((ageMs) => retryDelayMs('later', 9, ageMs))).toEqual([
    40_000,
    40_000,
    180_000,
    hour,
  ]);
  expect([0, hour, 70 * hour].map((ageMs) => retryDelayMs('failed', 9, ageMs))).toEqual([600_000, hour, 6 * hour]);
});

it('sends new mails before those that were refused [R11]', async () => {
  for (let index = 0; index < 25; index += 1) await enqueue(`old${index}`);
  await changeRows({ createdAt: now, nextAt: now, attempts: 3, lastError: 'refused' });
  await enqueue('code');
  await (await getOutbox()).update({ where: { key: 'code' }, data: { nextAt: secondsLater(1) }, select: { id: true } });
  const sent = mockSender(() => Promise.resolve());
  await deliverOutbox(secondsLater(2));
  expect(listKeys(sent)[0]).toBe('code');
});

it('stops after a few mails while the server is away, and sends the rest once it is back [R11]', async () => {
  for (let index = 0; index < 12; index += 1) await enqueue(`mail${index}`);
  await enqueue('once', { isAtMostOnce: true });
  await setDue();
  const sent = mockSender(() => Promise.reject(away));
  await deliverOutbox(now);
  expect(sent).toHaveBeenCalledTimes(4);
  sent.mockResolvedValue();
  for (let second = 3; second < 12; second += 3) await deliverOutbox(secondsLater(second));
  expect(await (await getOutbox()).count({ where: { outcome: 'sent' } })).toBe(13);
});

it('does not resend an at-most-once mail after a permanent refusal or a connection lost after its text [N13, N20]', async () => {
  for (const key of ['broken', 'refused', 'away']) await enqueue(key, { isAtMostOnce: true });
  await setDue();
  const sent = mockSender((key) => Promise.reject(({ broken, refused, away } as Record<string, Error>)[key]!));
  for (const second of [0, 10, 20, 3600]) await deliverOutbox(secondsLater(second));
  expect([await readRow('broken'), await readRow('refused'), await readRow('away')]).toMatchObject([
    { outcome: 'inDoubt', attempts: 1 },
    { outcome: 'failed', attempts: 1 },
    { outcome: null },
  ]);
  expect(listKeys(sent).filter((key) => key !== 'away')).toEqual(['broken', 'refused']);
  expect(listKeys(sent).filter((key) => key === 'away').length).toBeGreaterThan(1);
});

it('a mail that cannot be composed uses no attempt, and is sent once it can be composed [N13, R11]', async () => {
  await enqueue('broken', { isAtMostOnce: true, data: {} });
  await changeRows({ createdAt: now, nextAt: now, payload: { to: 'mona@midan.example' } });
  const sent = mockSender(() => Promise.resolve());
  expect(await deliverOutbox(now)).toBe(0);
  await changeRows({
    payload: { to: 'mona@midan.example', lang: 'en', template: 'session-ended', data: { name: 'Mona' } },
  });
  expect(await deliverOutbox(secondsLater(60))).toBe(1);
  expect(sent).toHaveBeenCalledTimes(1);
});

it('deleting a mail and its user during the run does not send other mails twice [R11, G6]', async () => {
  for (const key of ['first', 'second', 'third']) await enqueue(key);
  await setDue();
  const sent = mockSender(async (key) => {
    if (key === 'first') await (await getOutbox()).deleteMany({ where: { key } });
  });
  expect(await deliverOutbox(now)).toBe(3);
  expect(await deliverOutbox(secondsLater(120))).toBe(0);
  expect(listKeys(sent).sort()).toEqual(['first', 'second', 'third']);
  await enqueue('fourth');
  await setDue();
  sent.mockImplementation(async ({ key }) => {
    await (await getOutbox()).deleteMany({ where: { key } });
    throw refused;
  });
  expect(await deliverOutbox(secondsLater(180))).toBe(0);
});

it('a webhook that never answers delays no mail [S3, R11]', async () => {
  vi.stubEnv('CONTACT_WEBHOOK_URL', 'https://crm.example/hook');
  resetConfig();
  const fetching = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetching);
  await transaction((tx) => enqueueWebhook(tx, 'hook', { id: '1' }));
  await setDue();
  expect([await hasDueMessages(now), await hasDueWebhooks(now)]).toEqual([false, true]);
  void deliverWebhooks(now);
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(1));
  await enqueue('code');
  await setDue();
  mockSender(() => Promise.resolve());
  expect(await deliverOutbox(now)).toBe(1);
});

it('a confirmation mail expires together with its link [R11, D2]', async () => {
  await seedLearner('mona');
  await transaction((tx) =>
    sendConfirmation(tx, { userId: 'mona', email: 'mona@midan.example', name: 'Mona', lang: 'ar' }, now),
  );
  expect(await (await getOutbox()).findFirst({ select: { expiresAt: true } })).toEqual({
    expiresAt: secondsLater(86_400),
  });
});
