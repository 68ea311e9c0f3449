import { weeklyStopUrls } from '@/lib/courses/weekly-mail/settings';
import { attachmentExamples } from './attachment-examples';
import {
  completeCourse,
  courseName,
  enrol,
  readJson,
  lesson,
  sendCall,
  world,
  type Example,
  type CallInput,
} from './call-world';
import { quizExamples } from './quiz-examples';
import { bulkExamples } from './bulk-examples';
import { ratingExamples } from './rating-examples';
import { readLastMail } from '../outbox';

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
  ...bulkExamples,
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
