import { handler } from '@/lib/api/handler';
import { downloadPreviewAttachment } from '@/lib/lessons/attachments';
import { fileAnswers } from '@/lib/shapes';

export const GET = handler(
  {
    id: 'getPreviewAttachment',
    tag: 'Courses',
    summary: 'Download an attachment of a free lesson',
    access: 'anyone',
    answers: { 200: 'application/pdf', 206: 'application/pdf', ...fileAnswers },
  },
  async ({ params: { courseName = '', lesson = '', id = '' } }) =>
    downloadPreviewAttachment({ courseSlug: courseName, lesson }, id),
);
