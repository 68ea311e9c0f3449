import { beforeEach, expect, it } from 'vitest';
import { transaction } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { resetDatabase } from '@/tests/support/database';
import { holdMail } from './hold-mail';

const backedUpAt = new Date('2026-11-22T03:15:00Z');
/** Sunday evening in Cairo: weekly mails are due. */
const now = new Date('2026-11-22T18:00:00Z');
let database: OpenDatabase;

const hold = () => transaction((tx) => holdMail(tx, { backedUpAt, now }));
const createNewsletter = (id: string, status: 'scheduled' | 'sending' | 'stopped' | 'sent') =>
  database.client.newsletter.create({
    data: {
      id,
      status,
      subject: id,
      lang: 'en',
      preview: '',
      html: '<p>x</p>',
      sendAt: status === 'scheduled' ? now : null,
    },
  });
const queueMessage = (key: string, kind: string, newsletterId: string | null = null) =>
  database.client.outbox.create({ data: { key, kind, newsletterId, payload: {}, createdAt: backedUpAt } });

beforeEach(async () => {
  database = await resetDatabase();
});

it('holds newsletters that were waiting in the restored backup, and tells the operator how to send them [R22, N9]', async () => {
  await createNewsletter('planned', 'scheduled');
  await createNewsletter('running', 'sending');
  await createNewsletter('gone', 'sent');
  await queueMessage('newsletter:running:1', 'newsletter', 'running');
  expect((await hold()).join('\n')).toMatch(
    /since the backup of 2026-11-22T03:15:00.000Z:[^]*"planned", scheduled for 2026-11-22T18:00:00.000Z, is a draft again[^]*"running".* is stopped; 1 waiting copies/,
  );
  const after = await database.client.newsletter.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, status: true, sendAt: true },
  });
  expect(after).toEqual([
    { id: 'gone', status: 'sent', sendAt: null },
    { id: 'planned', status: 'draft', sendAt: null },
    { id: 'running', status: 'stopped', sendAt: null },
  ]);
  expect(await database.client.outbox.count({ where: { outcome: 'inDoubt', doneAt: now } })).toBe(1);
});

it('does not resend at-most-once mails after a restore, but sends all others [R22, N13]', async () => {
  await queueMessage('mail:receipt', 'mail');
  await queueMessage('reminder:1', 'mail-once');
  await createNewsletter('stopped', 'stopped');
  await queueMessage('newsletter:stopped:1', 'newsletter', 'stopped');
  expect((await hold()).join('\n')).toMatch(/2 mails that are sent at most once/);
  expect(await database.client.outbox.findMany({ where: { doneAt: null }, select: { key: true } })).toEqual([
    { key: 'mail:receipt' },
  ]);
});

it('records due reminders and weekly mails as decided, because they may have been sent before the restore [R22, N13]', async () => {
  const text = { ar: 'س', en: 'x', de: 'x' };
  await database.client.user.create({
    data: { id: 'u', weeklyMail: { create: { lang: 'en', goalMinutes: null, consentAt: backedUpAt } } },
  });
  await database.client.course.create({ data: { slug: 'c', text: {} } });
  await database.client.product.create({
    data: { key: 'p', courseSlug: 'c', name: text, description: text, amountPiastres: 100 },
  });
  const order = {
    userId: 'u',
    productKey: 'p',
    courseSlug: 'c',
    description: '',
    amountPiastres: 100,
    expiresAt: now,
    createdAt: backedUpAt,
  };
  await database.client.order.create({
    data: { ...order, id: 'open', reminders: { create: { kind: 'hour', decidedAt: backedUpAt, mailed: true } } },
  });
  await database.client.order.create({ data: { ...order, id: 'paid', status: 'paid', paidAt: backedUpAt } });
  expect((await hold()).join('\n')).toMatch(/get no reminder[^]*weekly mail of 2026-11-22/);
  const decided = await database.client.reminder.findMany({
    orderBy: { kind: 'asc' },
    select: { orderId: true, kind: true, mailed: true },
  });
  expect(decided).toEqual([
    { orderId: 'open', kind: 'hour', mailed: true },
    { orderId: 'open', kind: 'day', mailed: false },
    { orderId: 'open', kind: 'kiosk', mailed: false },
  ]);
  expect(await database.client.weeklyMailWeek.findMany({ select: { userId: true, week: true, mailed: true } })).toEqual(
    [{ userId: 'u', week: '2026-11-22', mailed: false }],
  );
});

it('reports nothing if nothing was waiting [R22]', async () => {
  expect(await hold()).toEqual([]);
});
