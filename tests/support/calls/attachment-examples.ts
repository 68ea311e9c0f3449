import { inEachLanguage } from '@/lib/language';
import { enrol, readJson, lesson, sendCall, type Example, type CallInput } from './call-world';

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

export const attachmentExamples: Record<string, Example> = {
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
