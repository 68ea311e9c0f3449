import { weeklyStopUrls } from '@/lib/courses/weekly-mail/settings';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { buildQuiz, seedQuiz } from '@/tests/support/quizzes';
import { readLastMail } from '../outbox';
import {
  type CallInput,
  completeCourse,
  courseName,
  enrol,
  type Example,
  lesson,
  readJson,
  sendCall,
  world,
} from './call-world';

const fields = {
  query: '?fileName=notes.pdf&ar=a&en=b&de=c',
  headers: { 'content-type': 'application/octet-stream' },
  body: '%PDF-1.7',
};
const attachFile = async (file = lesson) =>
  (
    await readJson(
      sendCall('POST /api/admin/courses/[slug]/lessons/[file]/attachments', { params: { file }, ...fields }),
    )
  ).id!;
const free = '01-welcome.mp4';

const enrolBefore = async (sent: CallInput): Promise<CallInput> => {
  await enrol();
  return sent;
};

const attachmentExamples: Record<string, Example> = {
  'GET /api/lesson-attachments/[courseName]/[lesson]': async () => {
    await attachFile();
    return enrolBefore({ params: { lesson } });
  },
  'GET /api/user/[userId]/attachments/[id]': async () => enrolBefore({ params: { id: await attachFile() } }),
  'GET /api/preview/[courseName]/[lesson]/attachments': async () => {
    await attachFile(free);
    return { params: { lesson: free } };
  },
  'GET /api/preview/[courseName]/[lesson]/attachments/[id]': async () => ({
    params: { lesson: free, id: await attachFile(free) },
  }),
  'GET /api/admin/courses/[slug]/attachments': async () => {
    await attachFile();
    return {};
  },
  'POST /api/admin/courses/[slug]/lessons/[file]/attachments': { params: { file: lesson }, ...fields },
  'PUT /api/admin/attachments/[id]': async () => ({
    params: { id: await attachFile() },
    body: { name: inEachLanguage(() => 'Notes') },
  }),
  'DELETE /api/admin/attachments/[id]': async () => ({ params: { id: await attachFile() } }),
};

const quizExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /api/user/[userId]/quizzes/[quizId]/attempts': async () => {
    await enrol();
    return { params: { quizId: await seedQuiz() } };
  },
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': async () => {
    await enrol();
    const { id = '' } = await readJson(
      sendCall('POST /api/user/[userId]/quizzes/[quizId]/attempts', { params: { quizId: await seedQuiz() } }),
    );
    return { params: { attemptId: id }, body: { answers: { router: '0' }, finish: true } };
  },
  'POST /api/admin/quizzes': { body: { id: 'routes', ...buildQuiz() } },
  'GET /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
  'PUT /api/admin/quizzes/[id]': async () => ({
    params: { id: await seedQuiz() },
    body: buildQuiz({ passPercent: 80 }),
  }),
  'DELETE /api/admin/quizzes/[id]': async () => ({ params: { id: await seedQuiz() } }),
};

const createWaiting = async () =>
  (await db()).courseRating.create({
    data: {
      userId: world.learner.userId,
      courseSlug: courseName,
      stars: 4,
      text: 'Clear',
      status: 'waiting',
      changedAt: new Date(),
    },
    select: { id: true, changedAt: true },
  });

const ratingExamples: Record<string, () => Promise<CallInput>> = {
  'POST /api/user/[userId]/rating/[courseName]': async () => {
    await completeCourse();
    return { body: { stars: 4, text: 'Clear and short' } };
  },
  'GET /api/admin/ratings': async () => {
    await createWaiting();
    return {};
  },
  'PUT /api/admin/ratings/[id]': async () => {
    const { id, changedAt } = await createWaiting();
    return { params: { id }, body: { status: 'published', answer: 'Thank you', changedAt: changedAt.toISOString() } };
  },
};

export const prepareEnrolment =
  (sent: CallInput = {}) =>
  async (): Promise<CallInput> => {
    await enrol();
    return sent;
  };

export const prepareCompletedCourse = async (): Promise<CallInput> => {
  await completeCourse();
  return {};
};

const newNote = { positionSeconds: 12, text: 'Middleware runs first' };
const writeNote = async (sent: CallInput = {}): Promise<CallInput> => {
  await enrol();
  const { id = '' } = await readJson(
    sendCall('POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]', { params: { lesson }, body: newNote }),
  );
  return { ...sent, params: { noteId: id, ...sent.params } };
};

const text = 'Why two folders?';
const postQuestion = async (sent: CallInput = {}): Promise<CallInput> => {
  await enrol();
  const { id = '' } = await readJson(
    sendCall('POST /api/lesson-questions/[courseName]/[lesson]', { params: { lesson }, body: { text } }),
  );
  return { ...sent, params: { id, ...sent.params } };
};
const postAnswer = async (): Promise<{ questionId: string; answerId: string }> => {
  const { params = {} } = await postQuestion();
  const { id = '' } = await readJson(sendCall('POST /api/questions/[id]/answers', { params, body: { text } }));
  return { questionId: params.id ?? '', answerId: id };
};
const createMailToken = async (): Promise<string> => {
  await postQuestion();
  const { unsubscribeUrl } = await readLastMail('question-asked:');
  return new URL(unsubscribeUrl).searchParams.get('token') ?? '';
};

const prepareWeeklyStopLink = (): Promise<CallInput> =>
  Promise.resolve({ query: new URL(weeklyStopUrls(world.learner.userId, 'en').oneClick).search });

export const learningExamples: Record<string, Example> = {
  ...attachmentExamples,
  ...quizExamples,
  ...ratingExamples,
  'GET /api/user/[userId]/video/offline/[courseName]/[lesson]': prepareEnrolment({
    params: { lesson },
    query: '?quality=240p',
  }),
  'GET /api/user/[userId]/open-lessons': prepareEnrolment({ query: `?course=${courseName}` }),
  'POST /api/user/[userId]/certificate/[courseName]': prepareCompletedCourse,
  'POST /api/user/[userId]/certificate/[courseName]/name': async () => {
    await completeCourse();
    await sendCall('POST /api/user/[userId]/certificate/[courseName]', {});
    return {};
  },
  'GET /api/user/[userId]/notes': () => writeNote({ query: '?q=middleware' }),
  'GET /api/user/[userId]/notes.md': () => writeNote(),
  'POST /api/user/[userId]/notes/[noteId]': () => writeNote({ body: { text: 'Another text' } }),
  'POST /api/user/[userId]/notes/[noteId]/remove': () => writeNote(),
  'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': () => writeNote({ params: { lesson } }),
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': prepareEnrolment({ params: { lesson }, body: newNote }),
  'GET /api/lesson-questions/[courseName]/[lesson]': () => postQuestion({ params: { lesson } }),
  'POST /api/lesson-questions/[courseName]/[lesson]': prepareEnrolment({ params: { lesson }, body: { text } }),
  'GET /api/questions/[id]': async () => ({ params: { id: (await postAnswer()).questionId } }),
  'POST /api/questions/[id]/answers': () => postQuestion({ body: { text } }),
  'POST /api/questions/[id]/accept': async () => {
    const { questionId, answerId } = await postAnswer();
    return { params: { id: questionId }, body: { answerId } };
  },
  'POST /api/questions/[id]/change': () => postQuestion({ body: { text } }),
  'POST /api/questions/[id]/remove': () => postQuestion(),
  'POST /api/answers/[id]/change': async () => ({ params: { id: (await postAnswer()).answerId }, body: { text } }),
  'POST /api/answers/[id]/remove': async () => ({ params: { id: (await postAnswer()).answerId } }),
  'POST /api/question-mails': async () => ({ body: { token: await createMailToken(), scope: 'all' } }),
  'GET /api/question-mails/stop': async () => ({ query: `?token=${await createMailToken()}` }),
  'POST /api/question-mails/stop': async () => ({ query: `?token=${await createMailToken()}` }),
  'GET /api/weekly-mail/stop': prepareWeeklyStopLink,
  'POST /api/weekly-mail/stop': prepareWeeklyStopLink,
  'GET /api/admin/questions': () => postQuestion(),
  'PUT /api/admin/questions/[kind]/[id]': () =>
    postQuestion({ params: { kind: 'question' }, body: { hidden: true, reason: 'Spam' } }),
};
