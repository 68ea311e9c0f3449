import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { addSeconds } from '@/lib/clock';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import { composeEmail } from '@/lib/mail/compose';
import { deliverOutbox } from '@/lib/mail/deliver';
import * as transport from '@/lib/mail/transport';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { hasWeeklyMailsDue, sendWeeklyMails } from './send-weekly-mails';
import {
  currentWeek,
  dueWeek,
  readWeeklyMailSettings,
  sendingStartsAt,
  setWeeklyMail,
  stopWeeklyMail,
  weeklyMailSchema,
  weeklyStopUrls,
} from './settings';

const courseSlug = 'nextjs-from-zero';
const sunday = new Date('2026-11-22T16:30:00Z');
const inDays = (days: number) => addSeconds(sunday, days * 86_400);
const mona = { ...buildActor('learner'), userId: 'mona', email: 'mona@midan.example' };

const choose = (over: object = {}, now = inDays(-20)) =>
  setWeeklyMail({
    actor: mona,
    userId: 'mona',
    wanted: weeklyMailSchema.parse({ weeklyMail: 'on', mailLang: 'ar', goalMinutes: '30', ...over }),
    now,
  });
const watch = (lesson: string, seconds: number, now = inDays(-3)) =>
  saveProgress({
    userId: 'mona',
    courseSlug,
    lesson,
    durationSeconds: 1200,
    played: true,
    positionSeconds: seconds,
    watched: [[0, seconds]],
    now,
  });
interface Payload {
  to: string;
  lang: string;
  data: Record<string, string>;
  unsubscribeUrl: string;
}
const listMails = async () =>
  (
    await (
      await db()
    ).outbox.findMany({ orderBy: { id: 'asc' }, select: { payload: true, doneAt: true, lastError: true } })
  ).map(({ payload, ...row }) => ({ ...row, ...(payload as unknown as Payload) }));
const grant = (now = inDays(-30)) =>
  transaction((tx) => grantEnrolment(tx, { userId: 'mona', courseSlug, orderId: null, source: 'purchase', now }));

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await (
    await db()
  ).user.update({ where: { id: 'mona' }, data: { emailConfirmedAt: inDays(-40) }, select: { id: true } });
  await grant();
});
afterEach(() => vi.restoreAllMocks());

describe('the schedule', () => {
  it('emails leave from Sunday 18:00 in Cairo for a day, in winter and in summer [N20]', () => {
    const due = [
      '2026-11-22T15:59:59Z',
      '2026-11-22T16:00:00Z',
      '2026-11-23T15:59:59Z',
      '2026-11-23T16:00:00Z',
      '2026-07-05T14:59:59Z',
      '2026-07-05T15:00:00Z',
    ].map((time) => dueWeek(new Date(time)));
    expect(due).toEqual([null, '2026-11-22', '2026-11-22', null, null, '2026-07-05']);
    expect(sendingStartsAt('2026-07-05')).toEqual(new Date('2026-07-05T15:00:00Z'));
    expect(currentWeek(new Date('2026-11-24T10:00:00Z'))).toEqual({ from: '2026-11-22', to: '2026-11-24' });
  });
});

describe('watched time', () => {
  it('counts repeated and parallel reports once, and nothing beyond the video [N20]', async () => {
    await choose();
    const report = (to: number) =>
      saveProgress({
        userId: 'mona',
        courseSlug,
        lesson: '02-first.mp4',
        durationSeconds: 1200,
        watched: [[0, to]],
        now: sunday,
      });
    await Promise.all([report(600), report(600), report(600)]);
    await report(600);
    expect((await readWeeklyMailSettings('mona', sunday))?.minutes).toBe(10);
    await report(86_000);
    expect((await readWeeklyMailSettings('mona', sunday))?.minutes).toBe(20);
    expect(await readWeeklyMailSettings('mona', inDays(8))).toEqual({ lang: 'ar', goalMinutes: 30, minutes: 0 });
  });
});

describe('the email', () => {
  it('reports what was learnt and whether the goal was reached, links to the next lesson, and is sent once a week [N20]', async () => {
    await choose();
    await watch('01-welcome.mp4', 1200);
    await watch('02-first.mp4', 700);
    expect(await hasWeeklyMailsDue(sunday)).toBe(true);
    expect(await sendWeeklyMails(sunday)).toBe(1);
    expect([await sendWeeklyMails(addSeconds(sunday, 60)), await hasWeeklyMailsDue(sunday)]).toEqual([0, false]);
    const [mail] = await listMails();
    expect(mail).toMatchObject({
      to: 'mona@midan.example',
      lang: 'ar',
      unsubscribeUrl: weeklyStopUrls('mona', 'ar').oneClick,
      data: { minutes: '31', lessons: '1', quizzes: '0', goal: 'reached', lesson: '02-first.mp4' },
    });
    expect(new URL(mail!.data.url!).pathname + new URL(mail!.data.url!).search).toBe(
      `/ar/course/${courseSlug}/02-first.mp4`,
    );
    expect(await sendWeeklyMails(inDays(7))).toBe(1);
  });

  it('is written once, even by parallel processes [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100);
    expect(
      (await Promise.all([sendWeeklyMails(sunday), sendWeeklyMails(sunday), sendWeeklyMails(sunday)])).reduce(
        (sum, each) => sum + each,
        0,
      ),
    ).toBe(1);
    expect(await listMails()).toHaveLength(1);
  });

  it('is sent after the first quiet week, then only after the learner learns again [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100, inDays(-10));
    expect(await sendWeeklyMails(sunday)).toBe(1);
    expect((await listMails())[0]?.data).toMatchObject({ minutes: '0', goal: 'none' });
    expect(await sendWeeklyMails(inDays(7))).toBe(0);
    await watch('02-first.mp4', 300, inDays(9));
    expect(await sendWeeklyMails(inDays(14))).toBe(1);
  });

  it('tells a learner who has just subscribed where to begin [N20]', async () => {
    await choose({}, inDays(-2));
    expect(await sendWeeklyMails(sunday)).toBe(1);
    expect((await listMails())[0]?.data.lesson).toBe('01-welcome.mp4');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['without consent', () => choose({ weeklyMail: 'off' })],
    [
      'for whoever agreed after the mails had begun to leave',
      async () => {
        await choose({ weeklyMail: 'off' });
        await choose({}, addSeconds(sunday, -60));
      },
    ],
    ['at an unconfirmed address', async () => (await db()).user.updateMany({ data: { emailConfirmedAt: null } })],
    [
      'when the only course was given back',
      () => transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now: sunday })),
    ],
    [
      'when nothing is left to watch',
      async () => {
        for (const [day, lesson] of ['01-welcome.mp4', '02-first.mp4', '03-data.mp4', '04-publish.mp4'].entries())
          await watch(lesson, 1200, inDays(day - 6));
      },
    ],
    ['but on Sundays', () => Promise.resolve()],
  ])('no email is sent %s [N20]', async (reason, change) => {
    await choose();
    await watch('02-first.mp4', 100, inDays(-7));
    await change();
    expect(await sendWeeklyMails(reason === 'but on Sundays' ? inDays(2) : sunday)).toBe(0);
    expect(await listMails()).toEqual([]);
  });

  it('numbers agree in every language, the goal is worded kindly, and empty counts are left out [N20]', async () => {
    const data = {
      name: 'منى',
      course: 'نكست',
      lesson: 'البيانات',
      url: 'https://x.example/',
      sheetUrl: 'https://x.example/s',
      goalMinutes: '60',
      minutes: '3',
      lessons: '2',
      quizzes: '0',
      goal: 'begun',
    };
    const { text } = await composeEmail('weekly', 'ar', data);
    expect(text).toContain('3 دقائق');
    expect(text).toContain('دروس أكملتها: درسان');
    expect(text).not.toContain('اختبارات');
    expect((await composeEmail('weekly', 'ar', { ...data, minutes: '2' })).text).toContain('دقيقتين');
    for (const lang of ['ar', 'en', 'de'] as const) {
      const quiet = (
        await composeEmail('weekly', lang, { ...data, minutes: '0', lessons: '0', done: '0', goal: 'none' })
      ).text;
      expect(quiet).not.toMatch(/[{}#]|\b60\b/);
      expect((await composeEmail('weekly', lang, { ...data, goal: 'reached', minutes: '61' })).text).toContain('61');
    }
  });
});

describe('a week without a whole minute of video', () => {
  it('is not called quiet if lessons or quizzes were finished [N20]', async () => {
    await choose();
    await watch('01-welcome.mp4', 1200, inDays(-20));
    await watch('02-first.mp4', 1200, inDays(-20));
    await (
      await db()
    ).lessonProgress.updateMany({ where: { lesson: '02-first.mp4' }, data: { finishedAt: inDays(-3) } });
    expect(await sendWeeklyMails(sunday)).toBe(1);
    const [mail] = await listMails();
    expect(mail?.data).toMatchObject({ minutes: '0', lessons: '1', done: '1' });
    for (const [lang, quiet, progress] of [
      ['ar', 'هادئ', 'أحرزت تقدّمًا'],
      ['en', 'quiet', 'made progress'],
      ['de', 'ruhige', 'vorangekommen'],
    ] as const) {
      const { text } = await composeEmail('weekly', lang, mail!.data);
      expect(text).not.toContain(quiet);
      expect(text).toContain(progress);
      expect((await composeEmail('weekly', lang, { ...mail!.data, lessons: '0', done: '0' })).text).toContain(quiet);
    }
  });
});

describe('a failure for one learner', () => {
  it('does not stop the emails of other learners [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100);
    await seedLearner('hala');
    const client = await db();
    await client.user.update({
      where: { id: 'hala' },
      data: { emailConfirmedAt: inDays(-40), weeklyMail: { create: { lang: 'ar', consentAt: inDays(-20) } } },
      select: { id: true },
    });
    const next = await import('./next-lesson');
    const original = next.findNextLesson;
    vi.spyOn(next, 'findNextLesson').mockImplementation((userId, lang) =>
      userId === 'hala' ? Promise.reject(new Error('broken')) : original(userId, lang),
    );
    await expect(sendWeeklyMails(sunday)).rejects.toThrow('broken');
    expect((await listMails()).map(({ to }) => to)).toEqual(['mona@midan.example']);
  });
});

describe('unsubscribing', () => {
  it('the link removes queued and future emails; a forged link does nothing [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100);
    await sendWeeklyMails(sunday);
    await expect(stopWeeklyMail({ user: 'mona', key: 'x' })).rejects.toMatchObject({ status: 404 });
    expect(await listMails()).toHaveLength(1);
    const { searchParams } = new URL(weeklyStopUrls('mona', 'de').oneClick);
    await stopWeeklyMail({ user: searchParams.get('user')!, key: searchParams.get('key')! });
    expect([await listMails(), await readWeeklyMailSettings('mona', sunday)]).toEqual([[], null]);
    await choose();
    expect(await sendWeeklyMails(addSeconds(sunday, 60)), 'not twice in a week').toBe(0);
  });

  it('deletes the email even if the job is writing it at that moment [N20]', async () => {
    for (let round = 0; round < 5; round += 1) {
      await choose();
      await watch('02-first.mp4', 100 + round, inDays(round * 7 - 1));
      await Promise.all([sendWeeklyMails(inDays(round * 7)), choose({ weeklyMail: 'off' })]);
      expect(await listMails()).toEqual([]);
    }
  });

  it('only the learner can choose; deleting the account removes the choice and queued emails [N20, G6]', async () => {
    await expect(
      setWeeklyMail({
        actor: { ...mona, userId: 'hala' },
        userId: 'mona',
        wanted: { weeklyMail: 'on', mailLang: 'ar', goalMinutes: 0 },
        now: sunday,
      }),
    ).rejects.toMatchObject({ status: 403 });
    await choose();
    await watch('02-first.mp4', 100);
    await sendWeeklyMails(sunday);
    const client = await db();
    const { id: sessionId } = await client.session.create({
      data: { userId: 'mona', expiresAt: addSeconds(new Date(), 60) },
      select: { id: true },
    });
    await deleteAccount({
      actor: { ...mona, sessionId },
      userId: 'mona',
      email: mona.email,
      device: { userAgent: '', ip: '' },
      now: new Date(),
    });
    expect([
      await listMails(),
      await client.weeklyMail.count(),
      await client.watchDay.count(),
      await client.weeklyMailWeek.count(),
    ]).toEqual([[], 0, 0, 0]);
    expect(await sendWeeklyMails(addSeconds(sunday, 60))).toBe(0);
  });
});

describe('a process that dies', () => {
  it('before the commit leaves no email and no record, and the week is processed again [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100);
    const outbox = await import('@/lib/mail/outbox');
    const broken = vi.spyOn(outbox, 'enqueueMail').mockRejectedValue(new Error('killed'));
    await expect(sendWeeklyMails(sunday)).rejects.toThrow('killed');
    expect(await (await db()).weeklyMailWeek.count()).toBe(0);
    broken.mockRestore();
    expect(await sendWeeklyMails(sunday)).toBe(1);
  });

  it('while sending does not send the email a second time [N20]', async () => {
    await choose();
    await watch('02-first.mp4', 100);
    await sendWeeklyMails(sunday);
    await (await db()).outbox.updateMany({ data: { nextAt: sunday } });
    const sent = vi.spyOn(transport, 'sendMessage').mockImplementation(() => new Promise(() => undefined));
    void deliverOutbox(addSeconds(sunday, 60));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(await deliverOutbox(addSeconds(sunday, 120))).toBe(0);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await listMails()).toMatchObject([
      { doneAt: expect.any(Date) as Date, lastError: 'the process ended while it was being sent' },
    ]);
  });
});
