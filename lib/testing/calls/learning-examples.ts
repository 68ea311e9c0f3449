import { weeklyStopUrls } from '@/lib/courses/weekly-mail/choice';
import { db } from '@/lib/database/client';
import { attachmentExamples } from './attachment-examples';
import { completeCourse, courseName, enrol, jsonOf, lesson, send, world, type Example, type Sent } from './call-world';
import { quizExamples } from './quiz-examples';
import { bulkExamples } from './bulk-examples';
import { ratingExamples } from './rating-examples';

export const enrolled = (sent: Sent = {}) => async (): Promise<Sent> => {
  await enrol();
  return sent;
};

export const completedCourse = async (): Promise<Sent> => {
  await completeCourse();
  return {};
};

const newNote = { positionSeconds: 12, text: 'Middleware runs first' };
const writtenNote = async (sent: Sent = {}): Promise<Sent> => {
  await enrol();
  const { id = '' } = await jsonOf(send('POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]', { params: { lesson }, body: newNote }));
  return { ...sent, params: { noteId: id, ...sent.params } };
};

const text = 'Why two folders?';
const askedQuestion = async (sent: Sent = {}): Promise<Sent> => {
  await enrol();
  const { id = '' } = await jsonOf(send('POST /api/lesson-questions/[courseName]/[lesson]', { params: { lesson }, body: { text } }));
  return { ...sent, params: { id, ...sent.params } };
};
const givenAnswer = async (): Promise<{ questionId: string; answerId: string }> => {
  const { params = {} } = await askedQuestion();
  const { id = '' } = await jsonOf(send('POST /api/questions/[id]/answers', { params, body: { text } }));
  return { questionId: params.id ?? '', answerId: id };
};
const mailToken = async (): Promise<string> => {
  await askedQuestion();
  const { payload } = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: 'question-asked:' } }, select: { payload: true } });
  return new URL((payload as { unsubscribeUrl: string }).unsubscribeUrl).searchParams.get('token') ?? '';
};

const weeklyStopLink = (): Promise<Sent> => Promise.resolve({ query: new URL(weeklyStopUrls(world.learner.userId, 'en').oneClick).search });

/** What learners write beside their lessons. */
export const learningExamples: Record<string, Example> = {
  ...attachmentExamples,
  ...quizExamples,
  ...ratingExamples, ...bulkExamples,
  'GET /api/user/[userId]/video/offline/[courseName]/[lesson]': enrolled({ params: { lesson }, query: '?quality=240p' }),
  'GET /api/user/[userId]/open-lessons': enrolled({ query: `?course=${courseName}` }),
  'POST /api/user/[userId]/certificate/[courseName]': completedCourse,
  'POST /api/user/[userId]/certificate/[courseName]/name': async () => {
    await completeCourse();
    await send('POST /api/user/[userId]/certificate/[courseName]', {});
    return {};
  },
  'GET /api/user/[userId]/notes': () => writtenNote({ query: '?q=middleware' }),
  'GET /api/user/[userId]/notes.md': () => writtenNote(),
  'POST /api/user/[userId]/notes/[noteId]': () => writtenNote({ body: { text: 'Another text' } }),
  'POST /api/user/[userId]/notes/[noteId]/remove': () => writtenNote(),
  'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': () => writtenNote({ params: { lesson } }),
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': enrolled({ params: { lesson }, body: newNote }),
  'GET /api/lesson-questions/[courseName]/[lesson]': () => askedQuestion({ params: { lesson } }),
  'POST /api/lesson-questions/[courseName]/[lesson]': enrolled({ params: { lesson }, body: { text } }),
  'GET /api/questions/[id]': async () => ({ params: { id: (await givenAnswer()).questionId } }),
  'POST /api/questions/[id]/answers': () => askedQuestion({ body: { text } }),
  'POST /api/questions/[id]/accept': async () => {
    const { questionId, answerId } = await givenAnswer();
    return { params: { id: questionId }, body: { answerId } };
  },
  'POST /api/questions/[id]/change': () => askedQuestion({ body: { text } }),
  'POST /api/questions/[id]/remove': () => askedQuestion(),
  'POST /api/answers/[id]/change': async () => ({ params: { id: (await givenAnswer()).answerId }, body: { text } }),
  'POST /api/answers/[id]/remove': async () => ({ params: { id: (await givenAnswer()).answerId } }),
  'POST /api/user/[userId]/profile/question-mails': { body: { questionMails: 'off' } },
  'POST /api/question-mails': async () => ({ body: { token: await mailToken(), scope: 'all' } }),
  'GET /api/question-mails/stop': async () => ({ query: `?token=${await mailToken()}` }),
  'POST /api/question-mails/stop': async () => ({ query: `?token=${await mailToken()}` }),
  'POST /api/user/[userId]/profile/weekly-mail': { body: { weeklyMail: 'on', mailLang: 'en', goalMinutes: 60 } },
  'GET /api/weekly-mail/stop': weeklyStopLink,
  'POST /api/weekly-mail/stop': weeklyStopLink,
  'GET /api/admin/questions': () => askedQuestion(),
  'PUT /api/admin/questions/[kind]/[id]': () => askedQuestion({ params: { kind: 'question' }, body: { hidden: true, reason: 'Spam' } }),
};
