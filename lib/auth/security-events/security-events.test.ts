import { authenticator } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { changeDetails } from '@/lib/accounts/change-details';
import { recordSecurityEvent, securityEvents } from '@/lib/accounts/security-events';
import { detailsSchema } from '@/lib/auth/schema';
import type { Actor } from '@/lib/actor';
import { endLearnerSessions } from '@/lib/admin/users/learner';
import { checkPassword } from '@/lib/auth/password/check-password';
import { resetPassword } from '@/lib/auth/password/reset-password';
import { endAllSessionsOf, endSessionOf } from '@/lib/auth/sessions/end-session';
import { startSession } from '@/lib/auth/sessions/start-session';
import { confirmTotp, enrolTotp } from '@/lib/auth/totp/enrol-totp';
import { db, transaction } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import { languages } from '@/lib/language';
import { sweep } from '@/lib/jobs/sweep';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { actorOf, at, device, mails, newPerson, oldEmail, password, start } from '@/lib/testing/email-change';
import { exportOf } from '@/lib/testing/personal-export';
import { listSecurityEvents } from './list-security-events';

const chrome = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile', address: '10.0.0.2' };
let mona: Actor;

beforeEach(async () => {
  await freshDatabase();
  mona = await newPerson(oldEmail);
});

const listed = async (page = 1, actor: Actor = mona) => (await listSecurityEvents(actor, mona.userId, { page })).rows;
const names = async () => (await listed()).map(({ event }) => event);

async function withTotp(): Promise<string[]> {
  const { secret } = await enrolTotp({ actor: mona, device, now: start });
  return (await confirmTotp({ actor: mona, typed: authenticator.clone({ epoch: start.getTime() }).generate(secret), device, now: start })).recoveryCodes;
}
const signIn = (totp: string, seconds: number) => checkPassword({ email: oldEmail, password, totp, ...chrome, now: at(seconds) });

test('N24 a sign-in from a new kind of device is listed and mailed, the first and a known one are not mailed', async () => {
  await startSession({ userId: mona.userId }, chrome, at(1));
  await startSession({ userId: mona.userId }, { ...chrome, userAgent: chrome.userAgent.replace('140', '141'), address: '10.9.9.9' }, at(2));
  expect((await listed()).map(({ event, device: name, at: time }) => [event, name, time])).toEqual([['signed-in', 'Chrome · Android', at(1)], ['signed-in', 'test', start]]);
  expect((await mails()).filter((mail) => mail.startsWith('new-device'))).toEqual([`new-device → ${oldEmail}`]);
  await (await db()).session.deleteMany();
  await startSession({ userId: mona.userId }, chrome, at(3));
  expect(await names()).toEqual(['signed-in', 'signed-in']);
});

test('N24 X29 the lock after wrong second factors is listed and mailed once, a recovery code each time', async () => {
  const [code = ''] = await withTotp();
  for (let n = 0; n < 5; n += 1) await signIn('000000', 60);
  await expect(signIn('000000', 60)).rejects.toMatchObject({ status: 429 });
  await signIn('000000', 70);
  expect((await signIn(code, 200)).ok).toBe(true);
  expect((await names()).slice(0, 3)).toEqual(['recovery-code-used', 'second-factor-locked', 'second-factor-on']);
  expect((await mails()).slice(-2)).toEqual([`second-factor-locked → ${oldEmail}`, `recovery-code-used → ${oldEmail}`]);
});

test('N24 passwords and ended sessions are listed with the device that did it; what an administrator ended names none', async () => {
  const phone = await startSession({ userId: mona.userId }, chrome, start);
  await endSessionOf({ actor: mona, userId: mona.userId, sessionId: phone.sessionId, device, now: at(1) });
  await endLearnerSessions(actorFor('admin', { userId: 'admin' }), { userId: mona.userId, sessionId: null }, at(2));
  const again = (await actorOf(await startSession({ userId: mona.userId }, device, at(3))))!;
  const renewed = await resetPassword({ userId: undefined, password: 'another-lantern-7', resetToken: undefined, currentPassword: undefined, totp: undefined, actor: again, device, now: at(4) });
  await endAllSessionsOf({ actor: (await actorOf(renewed))!, userId: mona.userId, device, now: at(5) });
  expect((await listed()).slice(0, 4).map(({ event, device: name, details }) => [event, name, details])).toEqual([
    ['sessions-ended', 'test', {}], ['password-changed', 'test', {}], ['sessions-ended-by-admin', null, {}], ['session-ended', 'test', { ended: 'Chrome · Android' }],
  ]);
});

test('N24 V1 name and phone change as at sign-up, at once and on their own, and only one’s own', async () => {
  const { data } = detailsSchema.safeParse({ name: '  منى   عادل ', phone: '٠١٠٠٧٦٥٤٣٢١' });
  expect(await changeDetails({ ...data, actor: mona, userId: mona.userId, device, now: at(1) })).toEqual({ name: 'منى عادل', phone: '01007654321' });
  expect(await actorOf(mona)).toMatchObject({ name: 'منى عادل' });
  expect(await changeDetails({ name: 'منى عادل', actor: mona, userId: mona.userId, device, now: at(2) })).toEqual({ name: 'منى عادل', phone: '01007654321' });
  expect((await names()).slice(0, 3)).toEqual(['phone-changed', 'name-changed', 'signed-in']);
  expect([{}, { name: '' }, { phone: '12' }, { name: 'R2D2' }].map((typed) => detailsSchema.safeParse(typed).success)).toEqual([false, false, false, false]);
  const admin = actorFor('admin', { userId: 'admin' });
  await expect(changeDetails({ name: 'X', actor: admin, userId: mona.userId, device, now: at(3) })).rejects.toMatchObject({ status: 403 });
});

test('N24 G6 pages of twenty, newest first; for oneself and for an administrator with a second factor', async () => {
  await transaction(async (tx) => {
    for (let n = 1; n <= 24; n += 1) await recordSecurityEvent(tx, { userId: mona.userId, event: 'name-changed', device, now: at(n), details: { to: String(n) } });
  });
  const first = await listSecurityEvents(mona, mona.userId, { page: 1 });
  expect([first.rows.length, first.hasNext, first.rows[0]?.details]).toEqual([20, true, { to: '24' }]);
  expect((await listed(2)).map(({ details }) => details.to)).toEqual(['4', '3', '2', '1', undefined]);
  expect(await listed(1, actorFor('admin', { userId: 'admin' }))).toHaveLength(20);
  await expect(listed(1, actorFor('learner', { userId: 'other' }))).rejects.toMatchObject({ status: 403 });
  await expect(listed(1, actorFor('admin', { userId: 'admin', totpEnrolled: false }))).rejects.toMatchObject({ status: 403 });
});

test('N24 D10 O4 events are in the export and are deleted after a year', async () => {
  expect((await exportOf(mona, mona.userId, at(1))).securityEvents).toEqual([{ event: 'signed-in', ...device, details: {}, createdAt: start.toISOString() }]);
  await sweep(at(364 * 86_400));
  expect(await (await db()).securityEvent.count()).toBe(1);
  await sweep(at(366 * 86_400));
  expect(await (await db()).securityEvent.count()).toBe(0);
});

test('N24 every event has a text in each language', async () => {
  for (const lang of languages) {
    const t = await translatorOf(lang);
    expect(securityEvents.filter((event) => !t.has(`account.event_${event.replaceAll('-', '_')}`))).toEqual([]);
  }
});
