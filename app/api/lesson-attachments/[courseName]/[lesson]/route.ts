import { attachmentList } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { listAttachments } from '@/lib/lessons/attachments';

export const GET = handler(
  {
    id: 'listLessonAttachments',
    tag: 'Courses',
    summary: 'Attachments of a lesson, with signed URLs',
    access: 'learner',
    requires: 'purchased',
    answers: { 200: attachmentList },
  },
  async ({ actor, lang, params: { courseName = '', lesson = '' } }) =>
    listAttachments(actor, { courseSlug: courseName, lesson }, { lang, now: now() }),
);
