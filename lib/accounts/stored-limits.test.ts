import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { contactSchema, receiveContactMessage } from '@/lib/contact/receive-message';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { feedbackSchema, giveFeedback } from '@/lib/courses/feedback';
import { db, transaction } from '@/lib/database/client';
import { limits, storageLimitOf } from '@/lib/database/rate-limit';
import { addNote } from '@/lib/lessons/notes';
import { answerQuestion, askQuestion } from '@/lib/lessons/questions/ask';
import { startAttempt } from '@/lib/quizzes/attempts';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';
import { seedQuiz } from '@/tests/support/quizzes';
import { exportPersonalData } from './personal-data';
import { recordSecurityEvent } from './security-events';

const now = new Date('2026-11-22T12:00:00Z');
const courseSlug = 'nextjs-from-zero';
const lesson = '02-first.mp4';
const mona = buildActor('learner', { userId: 'mona' });
const place = { courseSlug, lesson };
const device = { userAgent: 'Firefox', ip: '10.0.0.1' };
const repeatRow = <Row>(count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index));
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await transaction((tx) => grantEnrolment(tx, { userId: 'mona', courseSlug, orderId: null, source: 'purchase', now }));
});

const kinds: Record<string, { make: (at: Date) => Promise<unknown>; fill: (count: number) => Promise<unknown> }> = {
  'feedback-user': {
    make: (at) =>
      giveFeedback({ actor: mona, userId: 'mona', courseSlug, feedback: { rating: 5, answers: {} }, now: at }),
    fill: async (count) =>
      (await db()).feedback.createMany({
        data: repeatRow(count, () => ({ userId: 'mona', courseSlug, rating: 5, answers: {} })),
      }),
  },
  'note-user': {
    make: (at) =>
      addNote({ actor: mona, userId: 'mona', lang: 'en', ...place, note: { positionSeconds: 1, text: 'x' }, now: at }),
    fill: async (count) =>
      (await db()).note.createMany({
        data: repeatRow(count, () => ({ userId: 'mona', ...place, positionSeconds: 1, text: 'x', searchText: 'x' })),
      }),
  },
  'question-user': {
    make: (at) => askQuestion({ actor: mona, ...place, text: 'Why?', now: at }),
    fill: async (count) =>
      (await db()).question.createMany({ data: repeatRow(count, () => ({ userId: 'mona', ...place, text: 'Why?' })) }),
  },
  'answer-user': {
    make: (at) => answerQuestion({ actor: mona, questionId: 'q', text: 'So', now: at }),
    fill: async (count) => {
      const client = await db();
      await client.question.create({ data: { id: 'q', userId: 'mona', ...place, text: 'Why?' }, select: { id: true } });
      await client.answer.createMany({
        data: repeatRow(count, () => ({ userId: 'mona', questionId: 'q', text: 'So' })),
      });
    },
  },
  'attempt-user': {
    make: async (at) => {
      const { id } = await startAttempt({ actor: mona, userId: 'mona', quizId: 'quiz', now: at });
      await (await db()).quizAttempt.update({ where: { id }, data: { endedAt: at }, select: { id: true } });
    },
    fill: async (count) => {
      const client = await db();
      await seedQuiz({ maxAttempts: null }, 'quiz');
      await client.quizAttempt.createMany({
        data: repeatRow(count, (index) => ({
          quizId: 'quiz',
          userId: 'mona',
          number: index + 1,
          questions: [],
          passPercent: 50,
          endedAt: now,
        })),
      });
    },
  },
};

describe('a learner’s stored data', () => {
  it.each(Object.entries(kinds))('is limited over time: %s [X45]', async (name, { make, fill }) => {
    await fill(0);
    const { points } = limits[name as 'feedback-user'];
    for (let made = 0; made < points; made += 1) await make(now);
    await expect(make(now)).rejects.toMatchObject({ status: 429, key: 'too-many-requests' });
    await make(inHours(2));
  });

  it.each(Object.entries(kinds))('has a maximum number of rows: %s [X45]', async (name, { make, fill }) => {
    await fill(storageLimitOf(name as 'feedback-user') - 1);
    await make(now);
    await expect(make(now)).rejects.toMatchObject({ status: 409, key: 'too-many-stored' });
  });

  it('refuses feedback with more answers than the form has questions [X45]', () => {
    expect(
      feedbackSchema.safeParse({ answers: Object.fromEntries(repeatRow(21, (index) => [`a${index}`, 'x'])) }).success,
    ).toBe(false);
  });

  it('keeps the newest thousand security events, and those that name former addresses [X45]', async () => {
    const client = await db();
    const buildEvent = (name: string, index: number) => ({
      userId: 'mona',
      event: name,
      details: { from: `${index}` },
      createdAt: now,
    });
    await client.securityEvent.createMany({
      data: [buildEvent('email-changed', 0), ...repeatRow(1200, (index) => buildEvent('name-changed', index))],
    });
    await transaction((tx) => recordSecurityEvent(tx, { userId: 'mona', event: 'phone-changed', device: null, now }));
    const rows = await client.securityEvent.findMany({
      orderBy: { id: 'asc' },
      select: { event: true, details: true },
    });
    expect(rows).toHaveLength(1001);
    expect([rows[0]?.event, rows[1]?.details, rows.at(-1)?.event]).toEqual([
      'email-changed',
      { from: '201' },
      'phone-changed',
    ]);
  });

  it('keeps the newest hundred sessions [X45]', async () => {
    const client = await db();
    await client.session.createMany({
      data: repeatRow(150, (index) => ({
        userId: 'mona',
        createdAt: new Date(now.getTime() - 1000 * (150 - index)),
        expiresAt: inHours(9),
        userAgent: `${index}`,
      })),
    });
    const { sessionId } = await startSession({ userId: 'mona' }, device, now);
    const rows = await client.session.findMany({
      orderBy: { createdAt: 'asc' },
      select: { id: true, userAgent: true },
    });
    expect([rows.length, rows[0]?.userAgent, rows.at(-1)?.id]).toEqual([100, '51', sessionId]);
  });

  it('limits messages by the sender’s mailbox, regardless of the network [X45]', async () => {
    const message = contactSchema.parse({
      fullName: 'Mona',
      email: 'mona@midan.example',
      phoneNumber: '01001234567',
      message: 'Hello there',
    });
    const send = (index: number) => receiveContactMessage(message, { lang: 'en', ip: `10.0.0.${index}`, now });
    for (let sent = 0; sent < limits['contact-mailbox'].points; sent += 1) await send(sent);
    await expect(send(99)).rejects.toMatchObject({ status: 429 });
  });

  it('limits messages of all senders together, who may use any number of networks and mailboxes [X45]', async () => {
    const send = (index: number) => {
      const message = {
        fullName: 'Mona',
        email: `${index}@midan.example`,
        phoneNumber: '01001234567',
        message: 'Hello',
      };
      return receiveContactMessage(contactSchema.parse(message), { lang: 'en', ip: `10.0.0.${index}`, now });
    };
    await send(1);
    const points = limits['contact-total'].points - 1;
    await (await db()).rateLimit.update({ where: { key: 'contact-total:' }, data: { points } });
    await send(2);
    await expect(send(3)).rejects.toMatchObject({ status: 429 });
  });
});

const bounds: Record<string, string> = {
  Feedback: 'feedback-user',
  Note: 'note-user',
  Question: 'question-user',
  Answer: 'answer-user',
  QuizAttempt: 'attempt-user',
  Order: 'checkout-user',
  Passkey: 'passkey-user',
  SecurityEvent: 'the newest thousand',
  Session: 'the newest hundred',
  Code: 'deleted a day after it expires, at most three in a quarter of an hour',
  RecoveryCode: 'replaced as one set',
  ProviderAccount: 'as many as sign-in providers',
  Enrolment: 'one a course',
  LessonAccess: 'one a lesson',
  LessonProgress: 'one a lesson',
  Certificate: 'one a course',
  CourseRating: 'one a course',
  WatchDay: 'one a day, deleted after 60 days',
  WeeklyMail: 'one',
  WeeklyMailWeek: 'one a week, deleted after 60 days',
  QuestionMute: 'one a question',
  RefundRequest: 'one at a time, decided by a person',
};

test('every table that points at a user has a limit [X45]', () => {
  const models = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{\n(.*?)^\}/gms)]
    .filter(([, , body = '']) => /^ {2}userId /m.test(body))
    .map(([, name = '']) => name);
  expect(models.filter((name) => !(name in bounds))).toEqual([]);
  expect(Object.keys(bounds).filter((name) => !models.includes(name))).toEqual([]);
  expect(Object.values(bounds).filter((bound) => bound.endsWith('-user') && !(bound in limits))).toEqual([]);
});

describe('the export of a large account', () => {
  it('has every row once and in order, in chunks that stay small [X45 D10]', async () => {
    const client = await db();
    const rows = repeatRow(1234, (index) => ({
      userId: 'mona',
      courseSlug,
      rating: 5,
      answers: { free: `${index} ${'x'.repeat(500)}` },
      createdAt: new Date(now.getTime() + index),
    }));
    for (const row of rows) await client.feedback.create({ data: row, select: { id: true } });
    const { feedback } = await exportOf(mona, 'mona', now);
    expect(feedback.map(({ answers }) => (answers as { free: string }).free.split(' ')[0])).toEqual(
      repeatRow(1234, String),
    );
    let longest = 0;
    for await (const part of await exportPersonalData(mona, 'mona', now)) longest = Math.max(longest, part.length);
    expect(longest).toBeLessThan(100_000);
  });
});
