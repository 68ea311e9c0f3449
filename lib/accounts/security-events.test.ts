import { generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { endUserSessions } from '@/lib/accounts/admin/users';
import { checkPassword } from '@/lib/accounts/password/check-password';
import { resetPassword } from '@/lib/accounts/password/reset-password';
import { endAllSessionsOf, endSessionOf } from '@/lib/accounts/sessions/end-sessions';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db, transaction } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { sweepExpired } from '@/lib/jobs/all-jobs';
import { languages } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import {
  createUser,
  device,
  findActorOf,
  listSentMails,
  oldEmail,
  password,
  secondsAfterStart,
  start,
} from '@/tests/support/email-change';
import { exportOf } from '@/tests/support/personal-export';
import { confirmTotp, enrolTotp } from './authenticator';
import { changeDetails } from './change-details';
import { detailsSchema } from './schema';
import { listSecurityEvents, recordSecurityEvent, securityEvents } from './security-events';

const chrome = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile', ip: '10.0.0.2' };
let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  mona = await createUser(oldEmail);
});

const listEvents = async (page = 1, actor: Actor = mona) =>
  (await listSecurityEvents(actor, mona.userId, { page })).rows;
const listEventNames = async () => (await listEvents()).map(({ event }) => event);

async function enrolWithTotp(): Promise<string[]> {
  const { secret } = await enrolTotp({ actor: mona, device, now: start });
  return (
    await confirmTotp({
      actor: mona,
      typed: generateSync({ secret, epoch: start.getTime() / 1000 }),
      device,
      now: start,
    })
  ).recoveryCodes;
}
const signIn = (totp: string, seconds: number) =>
  checkPassword({ email: oldEmail, password, totp, ...chrome, now: secondsAfterStart(seconds) });

test('lists and emails a sign-in from a new kind of device; the first and known devices send no email [N24]', async () => {
  await startSession({ userId: mona.userId }, chrome, secondsAfterStart(1));
  await startSession(
    { userId: mona.userId },
    { ...chrome, userAgent: chrome.userAgent.replace('140', '141'), ip: '10.9.9.9' },
    secondsAfterStart(2),
  );
  expect((await listEvents()).map(({ event, device: name, at: time }) => [event, name, time])).toEqual([
    ['signed-in', 'Chrome · Android', secondsAfterStart(1)],
    ['signed-in', 'test', start],
  ]);
  expect((await listSentMails()).filter((mail) => mail.startsWith('new-device'))).toEqual([`new-device → ${oldEmail}`]);
  await (await db()).session.deleteMany();
  await startSession({ userId: mona.userId }, chrome, secondsAfterStart(3));
  expect(await listEventNames()).toEqual(['signed-in', 'signed-in']);
});

test('lists and emails the lock after wrong second factors once, and every used recovery code [N24, X29]', async () => {
  const [code = ''] = await enrolWithTotp();
  for (let n = 0; n < 5; n += 1) await signIn('000000', 60);
  await expect(signIn('000000', 60)).rejects.toMatchObject({ status: 429 });
  await signIn('000000', 70);
  expect((await signIn(code, 200)).ok).toBe(true);
  expect((await listEventNames()).slice(0, 3)).toEqual([
    'recovery-code-used',
    'second-factor-locked',
    'second-factor-on',
  ]);
  expect((await listSentMails()).slice(-2)).toEqual([
    `second-factor-locked → ${oldEmail}`,
    `recovery-code-used → ${oldEmail}`,
  ]);
});

test('lists password changes and ended sessions with the device, but no device for an admin’s action [N24]', async () => {
  const phone = await startSession({ userId: mona.userId }, chrome, start);
  await endSessionOf({
    actor: mona,
    userId: mona.userId,
    sessionId: phone.sessionId,
    device,
    now: secondsAfterStart(1),
  });
  await endUserSessions(
    buildActor('admin', { userId: 'admin' }),
    { userId: mona.userId, sessionId: null },
    secondsAfterStart(2),
  );
  const again = (await findActorOf(await startSession({ userId: mona.userId }, device, secondsAfterStart(3))))!;
  const renewed = await resetPassword({
    userId: undefined,
    password: 'another-lantern-7',
    resetToken: undefined,
    currentPassword: undefined,
    totp: undefined,
    actor: again,
    device,
    now: secondsAfterStart(4),
  });
  await endAllSessionsOf({
    actor: (await findActorOf(renewed))!,
    userId: mona.userId,
    device,
    now: secondsAfterStart(5),
  });
  expect((await listEvents()).slice(0, 4).map(({ event, device: name, details }) => [event, name, details])).toEqual([
    ['sessions-ended', 'test', {}],
    ['password-changed', 'test', {}],
    ['sessions-ended-by-admin', null, {}],
    ['session-ended', 'test', { ended: 'Chrome · Android' }],
  ]);
});

test('name and phone follow the sign-up rules, change independently, and only for the owner [N24, V1]', async () => {
  const { data } = detailsSchema.safeParse({ name: '  منى   عادل ', phone: '٠١٠٠٧٦٥٤٣٢١' });
  expect(await changeDetails({ ...data, actor: mona, userId: mona.userId, device, now: secondsAfterStart(1) })).toEqual(
    {
      name: 'منى عادل',
      phone: '01007654321',
    },
  );
  expect(await findActorOf(mona)).toMatchObject({ name: 'منى عادل' });
  expect(
    await changeDetails({ name: 'منى عادل', actor: mona, userId: mona.userId, device, now: secondsAfterStart(2) }),
  ).toEqual({
    name: 'منى عادل',
    phone: '01007654321',
  });
  expect((await listEventNames()).slice(0, 3)).toEqual(['phone-changed', 'name-changed', 'signed-in']);
  expect(
    [{}, { name: '' }, { phone: '12' }, { name: 'R2D2' }].map((typed) => detailsSchema.safeParse(typed).success),
  ).toEqual([false, false, false, false]);
  const admin = buildActor('admin', { userId: 'admin' });
  await expect(
    changeDetails({ name: 'X', actor: admin, userId: mona.userId, device, now: secondsAfterStart(3) }),
  ).rejects.toMatchObject({ status: 403 });
});

test('lists twenty events a page, newest first, for the owner and for admins with a second factor [N24, G6]', async () => {
  await transaction(async (tx) => {
    for (let n = 1; n <= 24; n += 1)
      await recordSecurityEvent(tx, {
        userId: mona.userId,
        event: 'name-changed',
        device,
        now: secondsAfterStart(n),
        details: { to: String(n) },
      });
  });
  const first = await listSecurityEvents(mona, mona.userId, { page: 1 });
  expect([first.rows.length, first.hasNext, first.rows[0]?.details]).toEqual([20, true, { to: '24' }]);
  expect((await listEvents(2)).map(({ details }) => details.to)).toEqual(['4', '3', '2', '1', undefined]);
  expect(await listEvents(1, buildActor('admin', { userId: 'admin' }))).toHaveLength(20);
  await expect(listEvents(1, buildActor('learner', { userId: 'other' }))).rejects.toMatchObject({ status: 403 });
  await expect(listEvents(1, buildActor('admin', { userId: 'admin', totpEnrolled: false }))).rejects.toMatchObject({
    status: 403,
  });
});

test('events are exported and deleted after a year [N24, D10, O4]', async () => {
  expect((await exportOf(mona, mona.userId, secondsAfterStart(1))).securityEvents).toEqual([
    {
      event: 'signed-in',
      userAgent: device.userAgent,
      address: device.ip,
      details: {},
      createdAt: start.toISOString(),
    },
  ]);
  await sweepExpired(secondsAfterStart(364 * 86_400));
  expect(await (await db()).securityEvent.count()).toBe(1);
  await sweepExpired(secondsAfterStart(366 * 86_400));
  expect(await (await db()).securityEvent.count()).toBe(0);
});

test('every event has a text in each language [N24]', async () => {
  for (const lang of languages) {
    const t = await loadTranslator(lang);
    expect(securityEvents.filter((event) => !t.has(`account.event_${event.replaceAll('-', '_')}`))).toEqual([]);
  }
});

test('programs that give themselves ever new names cause no emails with these names [X40]', async () => {
  for (let n = 1; n <= 5; n += 1)
    await startSession(
      { userId: mona.userId },
      { ...chrome, userAgent: `Prize www.evil.example ${n}` },
      secondsAfterStart(n),
    );
  const mails = await (await db()).outbox.findMany({ select: { payload: true } });
  expect(JSON.stringify(mails)).not.toContain('evil');
  expect(await listEventNames()).toEqual(['signed-in']);
});

test.each([
  [true, 20],
  [false, 2],
])(
  'an account whose email is confirmed (%s) gets %i emails a day about its security [X40]',
  async (isConfirmed, most) => {
    await (
      await db()
    ).user.update({
      where: { id: mona.userId },
      data: { emailConfirmedAt: isConfirmed ? start : null },
      select: { id: true },
    });
    const report = (count: number) =>
      transaction((tx) =>
        recordSecurityEvent(tx, {
          userId: mona.userId,
          event: 'recovery-codes-replaced',
          device,
          now: secondsAfterStart(count),
        }),
      );
    for (let n = 1; n <= most + 2; n += 1) await report(n);
    const sent = (await listSentMails()).filter((mail) => mail.startsWith('recovery-codes-replaced'));
    expect(sent).toHaveLength(most);
  },
);
