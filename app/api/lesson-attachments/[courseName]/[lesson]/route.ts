import { attachmentList } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { listAttachments } from '@/lib/video/attachments/attachments';

export const GET = handler({ access: 'learner', answers: { 200: attachmentList } }, async ({ actor, lang, params: { courseName = '', lesson = '' } }) =>
  listAttachments(actor, { courseSlug: courseName, lesson }, { lang, now: now() }));
