import { attachmentList } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { listPreviewAttachments } from '@/lib/video/attachments/attachments';

export const GET = handler({ access: 'anyone', answers: { 200: attachmentList } }, async ({ lang, params: { courseName = '', lesson = '' } }) =>
  listPreviewAttachments({ courseSlug: courseName, lesson }, lang));
