import { weeklyStopUrls } from '@/lib/courses/weekly-mail/settings';
import { db } from '@/lib/database/client';
import { attachmentExamples } from './attachment-examples';
import {
  completeCourse,
  courseName,
  enrol,
  jsonOf,
  lesson,
  sendCall,
  world,
  type Example,
  type CallInput,
} from './call-world';
import { quizExamples } from './quiz-examples';
import { bulkExamples } from './bulk-examples';
import { ratingExamples } from './rating-examples';

export const enrolled =
  (sent: CallInput = {}) =>
  async (): Promise<CallInput> => {
    await enrol();
    return sent;
  };

export const completedCourse = async (): Promise<CallInput> => {
  await completeCourse();
  return {};
};

const newNote = { positionSeconds: 12, text: 'Middleware runs first' };
const writtenNote = async (sent: CallInput = {}): Promise<CallInput> => {
  await enrol();
  const { id = '' } = await jsonOf(
    sendCall('POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]', { params: { lesson }, body: newNote }),
  );
  return { ...sent, params: { noteId: id, ...sent.params } };
};

const text = 'Why two folders?';
const postedQuestion = async (sent: CallInput = {}): Promise<CallInput> => {
  await enrol();
  const { id = '' } = await jsonOf(
    sendCall('POST /api/lesson-questions/[courseName]/[lesson]', { params: { lesson }, body: { text } }),
  );
  return { ...sent, params: { id, ...sent.params } };
};
const postedAnswer = async (): Promise<{ questionId: string; answerId: string }> => {
  const { params = {} } = await postedQuestion();
  const { id = '' } = await jsonOf(sendCall('POST /api/questions/[id]/answers', { params, body: { text } }));
  return { questionId: params.id ?? '', answerId: id };
};
const mailToken = async (): Promise<string> => {
  await postedQuestion();
  const { payload } = await (
    await db()
  ).outbox.findFirstOrThrow({ where: { key: { startsWith: 'question-asked:' } }, select: { payload: true } });
  return new URL((payload as { unsubscribeUrl: string }).unsubscribeUrl).searchParams.get('token') ?? '';
};

const weeklyStopLink = (): Promise<CallInput> =>
  Promise.resolve({ query: new URL(weeklyStopUrls(world.learner.userId, 'en').oneClick).search });

export const learningExamples: Record<string, Example> = {
  ...attachmentExamples,
  ...quizExamples,
  ...ratingExamples,
  ...bulkExamples,
  'GET /api/user/[userId]/video/offline/[courseName]/[lesson]': enrolled({
    params: { lesson },
    query: '?quality=240p',
  }),
  'GET /api/user/[userId]/open-lessons': enrolled({ query: `?course=${courseName}` }),
  'POST /api/user/[userId]/certificate/[courseName]': completedCourse,
  'POST /api/user/[userId]/certificate/[courseName]/name': async () => {
    await completeCourse();
    await sendCall('POST /api/user/[userId]/certificate/[courseName]', {});
    return {};
  },
  'GET /api/user/[userId]/notes': () => writtenNote({ query: '?q=middleware' }),
  'GET /api/user/[userId]/notes.md': () => writtenNote(),
  'POST /api/user/[userId]/notes/[noteId]': () => writtenNote({ body: { text: 'Another text' } }),
  'POST /api/user/[userId]/notes/[noteId]/remove': () => writtenNote(),
  'GET /api/user/[userId]/lesson-notes/[courseName]/[lesson]': () => writtenNote({ params: { lesson } }),
  'POST /api/user/[userId]/lesson-notes/[courseName]/[lesson]': enrolled({ params: { lesson }, body: newNote }),
  'GET /api/lesson-questions/[courseName]/[lesson]': () => postedQuestion({ params: { lesson } }),
  'POST /api/lesson-questions/[courseName]/[lesson]': enrolled({ params: { lesson }, body: { text } }),
  'GET /api/questions/[id]': async () => ({ params: { id: (await postedAnswer()).questionId } }),
  'POST /api/questions/[id]/answers': () => postedQuestion({ body: { text } }),
  'POST /api/questions/[id]/accept': async () => {
    const { questionId, answerId } = await postedAnswer();
    return { params: { id: questionId }, body: { answerId } };
  },
  'POST /api/questions/[id]/change': () => postedQuestion({ body: { text } }),
  'POST /api/questions/[id]/remove': () => postedQuestion(),
  'POST /api/answers/[id]/change': async () => ({ params: { id: (await postedAnswer()).answerId }, body: { text } }),
  'POST /api/answers/[id]/remove': async () => ({ params: { id: (await postedAnswer()).answerId } }),
  'POST /api/question-mails': async () => ({ body: { token: await mailToken(), scope: 'all' } }),
  'GET /api/question-mails/stop': async () => ({ query: `?token=${await mailToken()}` }),
  'POST /api/question-mails/stop': async () => ({ query: `?token=${await mailToken()}` }),
  'GET /api/weekly-mail/stop': weeklyStopLink,
  'POST /api/weekly-mail/stop': weeklyStopLink,
  'GET /api/admin/questions': () => postedQuestion(),
  'PUT /api/admin/questions/[kind]/[id]': () =>
    postedQuestion({ params: { kind: 'question' }, body: { hidden: true, reason: 'Spam' } }),
};
