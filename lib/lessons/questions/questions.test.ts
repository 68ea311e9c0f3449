import { beforeEach, expect, test } from 'vitest';
import { POST as stopByOneClick } from '@/app/api/question-mails/stop/route';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { hideText, listWrittenTexts } from '@/lib/lessons/admin/questions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { listMails } from '@/tests/support/outbox';
import {
  acceptAnswer,
  answerQuestion,
  askQuestion,
  changeAnswer,
  changeQuestion,
  removeAnswer,
  removeQuestion,
} from './ask';
import { listQuestions, readThread } from './list-questions';
import { changeQuestionMails, readQuestionMailSettings, setQuestionMails, wantsQuestionMails } from './question-mails';

const now = new Date('2026-11-22T12:00:00Z');
const place = { courseSlug: 'nextjs-from-zero', lesson: '02-first.mp4' };
const mona = buildActor('learner', { userId: 'mona', name: 'Mona' });
const hala = buildActor('learner', { userId: 'hala', name: 'Hala' });
const stranger = buildActor('learner', { userId: 'stranger' });
const admin = buildActor('admin', { userId: 'admin', totpAt: now });

const ask = (text = 'Why two folders?', actor = mona, at = now) => askQuestion({ actor, ...place, text, now: at });
const answer = (questionId: string, actor = hala, text = 'Because of layouts') =>
  answerQuestion({ actor, questionId, text, now });
const readThreadOf = (questionId: string, actor = mona) => readThread({ actor, questionId, page: 1 });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  for (const id of ['mona', 'hala', 'stranger']) await seedLearner(id);
  await seedLearner('admin', 'admin');
  const client = await db();
  await client.user.updateMany({ data: { emailConfirmedAt: now } });
  for (const userId of ['mona', 'hala'])
    await transaction((tx) =>
      grantEnrolment(tx, { userId, courseSlug: place.courseSlug, orderId: null, source: 'purchase', now }),
    );
  await client.session.create({
    data: { id: admin.sessionId, userId: 'admin', expiresAt: new Date('2100-01-01') },
    select: { id: true },
  });
});

test('an accepted answer comes first; readers see names, never email addresses [N15]', async () => {
  const { id } = await ask();
  await answer(id, hala, 'First');
  const { id: second } = await answer(id, admin, 'Second');
  await acceptAnswer({ actor: mona, questionId: id, answerId: second });
  const read = await readThreadOf(id);
  expect(read.answers.map(({ text, accepted, byTeam }) => [text, accepted, byTeam])).toEqual([
    ['Second', true, true],
    ['First', false, false],
  ]);
  expect(read.question).toMatchObject({ own: true, answered: true, answerCount: 2, author: 'منى' });
  expect(JSON.stringify([read, await listQuestions({ actor: hala, ...place, page: 1 })])).not.toContain(
    '@midan.example',
  );
  await acceptAnswer({ actor: admin, questionId: id, answerId: null });
  expect((await readThreadOf(id)).question.answered).toBe(false);
});

test('only the asker or an admin accepts an answer, and only one of the same question [N15]', async () => {
  const { id } = await ask();
  const other = await ask('Another');
  const { id: answerId } = await answer(id);
  const { id: elsewhere } = await answer(other.id);
  await expect(acceptAnswer({ actor: hala, questionId: id, answerId })).rejects.toMatchObject({ status: 404 });
  await expect(acceptAnswer({ actor: mona, questionId: id, answerId: elsewhere })).rejects.toMatchObject({
    status: 404,
  });
  await acceptAnswer({ actor: admin, questionId: id, answerId });
  expect((await readThreadOf(id)).answers[0]?.accepted).toBe(true);
});

test('mails admins about a question and the asker about an answer, but not about edits or the asker’s own answers [N15]', async () => {
  const { id } = await ask();
  expect(await listMails()).toMatchObject([
    {
      to: 'admin@midan.example',
      template: 'question-asked',
      data: { author: 'Mona', message: 'Why two folders?', course: 'نكست' },
    },
  ]);
  const { id: answerId } = await answer(id);
  await answer(id, mona, 'I see');
  await changeQuestion({ actor: mona, id, text: 'Why three?', now });
  await changeAnswer({ actor: hala, id: answerId, text: 'Because', now });
  const sent = await listMails();
  expect(sent.map(({ to, template }) => [to, template])).toEqual([
    ['admin@midan.example', 'question-asked'],
    ['mona@midan.example', 'question-answered'],
  ]);
  expect(sent[1]?.data.url).toContain(
    `/ar/course/${place.courseSlug}/${place.lesson}?section=questions&question=${id}`,
  );
  expect((await readThreadOf(id)).question).toMatchObject({ text: 'Why three?', edited: true });
});

test('the link in a mail turns mails about this question or all questions off and on, without a session [N15]', async () => {
  const { id } = await ask();
  await answer(id);
  const token = new URL((await listMails())[1]!.unsubscribeUrl).searchParams.get('token')!;
  await changeQuestionMails({ token, scope: 'question' });
  await changeQuestionMails({ token, scope: 'question' });
  expect(await readQuestionMailSettings(token)).toEqual({ all: true, question: false });
  await answer(id);
  expect(await listMails()).toHaveLength(2);
  await answer((await ask('Another')).id);
  expect(await listMails()).toHaveLength(4);
  await changeQuestionMails({ token, scope: 'all' });
  await answer((await ask('A third')).id);
  expect(await listMails()).toHaveLength(5);
  await changeQuestionMails({ token, scope: 'none' });
  await answer(id);
  expect(await listMails()).toHaveLength(6);
  await expect(changeQuestionMails({ token: `${token.slice(0, -2)}xx`, scope: 'all' })).rejects.toMatchObject({
    status: 422,
  });
});

test('one-click unsubscribe ends all question mails for an admin, and mails about the question for its asker [N15]', async () => {
  const { id } = await ask();
  await answer(id);
  const links = (await listMails()).map(({ unsubscribeUrl }) => new URL(unsubscribeUrl));
  expect(
    links.map(({ pathname, searchParams }) => [pathname, searchParams.get('scope'), searchParams.get('lang')]),
  ).toEqual([
    ['/api/question-mails/stop', 'all', 'ar'],
    ['/api/question-mails/stop', 'question', 'ar'],
  ]);
  for (const link of links)
    expect((await stopByOneClick(new Request(link, { method: 'POST' }), { params: Promise.resolve({}) })).status).toBe(
      204,
    );
  await answer(id);
  await ask('Another');
  expect(await listMails()).toHaveLength(2);
});

test('learners turn their own mails about questions off and on in the profile [N15]', async () => {
  await setQuestionMails({ actor: mona, userId: 'mona', wanted: false });
  expect(await wantsQuestionMails('mona')).toBe(false);
  await answer((await ask()).id);
  expect((await listMails()).map(({ template }) => template)).toEqual(['question-asked']);
  await expect(setQuestionMails({ actor: hala, userId: 'mona', wanted: true })).rejects.toMatchObject({ status: 403 });
  await setQuestionMails({ actor: mona, userId: 'mona', wanted: true });
  await answer((await ask()).id);
  expect(await listMails()).toHaveLength(3);
});

test('sends no mails to an unconfirmed address [N15]', async () => {
  await (await db()).user.updateMany({ data: { emailConfirmedAt: null } });
  await answer((await ask()).id);
  expect(await listMails()).toEqual([]);
});

test('only owners of the course read and write, and only authors change their texts [N15, G6]', async () => {
  const { id } = await ask();
  const { id: answerId } = await answer(id);
  for (const [actor, status] of [
    [null, 401],
    [buildActor('guest'), 403],
    [stranger, 403],
  ] as const) {
    await expect(askQuestion({ actor, ...place, text: 'x', now })).rejects.toMatchObject({ status });
    await expect(listQuestions({ actor, ...place, page: 1 })).rejects.toMatchObject({ status });
    await expect(readThread({ actor, questionId: id, page: 1 })).rejects.toMatchObject({ status });
    await expect(answerQuestion({ actor, questionId: id, text: 'x', now })).rejects.toMatchObject({ status });
    await expect(acceptAnswer({ actor, questionId: id, answerId })).rejects.toMatchObject({ status });
  }
  for (const actor of [hala, admin]) {
    await expect(changeQuestion({ actor, id, text: 'x', now })).rejects.toMatchObject({ status: 404 });
    await expect(removeQuestion({ actor, id })).rejects.toMatchObject({ status: 404 });
  }
  for (const actor of [mona, admin, stranger]) {
    await expect(changeAnswer({ actor, id: answerId, text: 'x', now })).rejects.toMatchObject({ status: 404 });
    await expect(removeAnswer({ actor, id: answerId })).rejects.toMatchObject({ status: 404 });
  }
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug: place.courseSlug, now }));
  await expect(readThreadOf(id)).rejects.toMatchObject({ status: 403 });
  await removeQuestion({ actor: mona, id });
});

test('only the author still sees a hidden text, with the reason; the audit log records it [N15]', async () => {
  const { id } = await ask('Buy my course');
  await expect(hideText({ actor: mona, kind: 'question', id, hidden: true, reason: 'x', now })).rejects.toMatchObject({
    status: 403,
  });
  await hideText({ actor: admin, kind: 'question', id, hidden: true, reason: 'Advertising', now });
  expect((await listQuestions({ actor: hala, ...place, page: 1 })).rows).toEqual([]);
  await expect(readThreadOf(id, hala)).rejects.toMatchObject({ status: 404 });
  await expect(answer(id)).rejects.toMatchObject({ status: 404 });
  expect((await readThreadOf(id)).question.hiddenWhy).toBe('Advertising');
  await expect(changeQuestion({ actor: mona, id, text: 'x', now })).rejects.toMatchObject({ status: 404 });
  expect((await listWrittenTexts(admin, { state: 'hidden', page: 1 })).rows).toMatchObject([
    { kind: 'question', id, author: 'منى', hiddenWhy: 'Advertising' },
  ]);
  await hideText({ actor: admin, kind: 'question', id, hidden: false, reason: '', now });
  const { id: answerId } = await answer(id);
  await acceptAnswer({ actor: mona, questionId: id, answerId });
  expect((await listWrittenTexts(admin, { state: 'unanswered', page: 1 })).rows).toEqual([]);
  await hideText({ actor: admin, kind: 'answer', id: answerId, hidden: true, reason: 'Wrong', now });
  expect((await readThreadOf(id)).question).toMatchObject({ answered: false, answerCount: 0 });
  expect((await readThreadOf(id)).answers).toEqual([]);
  const log = await (
    await db()
  ).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true, detail: true } });
  expect(log.map(({ action }) => action)).toEqual(['question.hidden', 'question.shown', 'answer.hidden']);
  expect(log[0]).toMatchObject({ subject: `question:${id}`, detail: { reason: 'Advertising' } });
});

test('lists come in pages, with the newest question and the oldest answer first [N15]', async () => {
  for (let at = 0; at < 11; at += 1)
    await (
      await db()
    ).question.create({
      data: { ...place, userId: 'mona', text: `q${at}`, createdAt: new Date(now.getTime() + at) },
      select: { id: true },
    });
  const first = await listQuestions({ actor: mona, ...place, page: 1 });
  expect([first.rows.length, first.rows[0]?.text, first.hasNext]).toEqual([10, 'q10', true]);
  expect((await listQuestions({ actor: mona, ...place, page: 2 })).rows.map(({ text }) => text)).toEqual(['q0']);
});

test('a learner asks at most ten questions an hour [N15]', async () => {
  for (let count = 0; count < 10; count += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ status: 429 });
  await ask('Later', mona, new Date(now.getTime() + 3_600_001));
});

test('deleting an account deletes its texts and waiting mails, but keeps an answered question as the place of its answers [N15]', async () => {
  const { id } = await ask();
  await answer(id);
  const { id: alone } = await ask('Alone');
  const other = await ask('Of Hala', hala);
  await answer(other.id, mona, 'Mine');
  await deleteAccount({
    actor: admin,
    userId: 'mona',
    email: 'mona@midan.example',
    device: { userAgent: '', ip: '' },
    now,
  });
  expect((await readThreadOf(id, hala)).question).toMatchObject({ author: null, text: '', answerCount: 1 });
  await expect(readThreadOf(alone, hala)).rejects.toMatchObject({ status: 404 });
  expect((await readThreadOf(other.id, hala)).answers).toEqual([]);
  expect((await listMails()).filter(({ to, data }) => to.startsWith('mona') || data.author === 'Mona')).toEqual([]);
});

test('an answer is found on the page that its writer is sent to, also after many others [N15]', async () => {
  const { id } = await ask();
  await (
    await db()
  ).answer.createMany({
    data: Array.from({ length: 20 }, (_, index) => ({
      questionId: id,
      userId: 'hala',
      text: `Answer ${index}`,
      createdAt: now,
    })),
  });
  const later = new Date(now.getTime() + 1000);
  const { id: answerId, page } = await answerQuestion({ actor: hala, questionId: id, text: 'The last', now: later });
  expect(page).toBe(2);
  expect((await readThread({ actor: hala, questionId: id, page })).answers.map((each) => each.id)).toEqual([answerId]);
});
