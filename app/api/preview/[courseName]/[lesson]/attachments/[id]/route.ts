import { handler } from '@/lib/api/handler';
import { downloadPreviewAttachment } from '@/lib/video/attachments/attachments';

export const GET = handler({ access: 'anyone', answers: { 200: 'application/pdf', 206: 'application/pdf' } }, async ({ params: { courseName = '', lesson = '', id = '' } }) =>
  downloadPreviewAttachment({ courseSlug: courseName, lesson }, id));
