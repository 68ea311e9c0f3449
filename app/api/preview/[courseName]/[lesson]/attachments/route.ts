import { attachmentList } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { listPreviewAttachments } from '@/lib/lessons/attachments';

export const GET = handler(
  {
    id: 'listPreviewAttachments',
    tag: 'Courses',
    summary: 'Attachments of a free lesson',
    access: 'anyone',
    answers: { 200: attachmentList },
  },
  async ({ lang, params: { courseName = '', lesson = '' } }) =>
    listPreviewAttachments({ courseSlug: courseName, lesson }, lang),
);
