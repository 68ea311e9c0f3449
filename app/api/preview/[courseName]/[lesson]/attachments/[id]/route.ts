import { handler } from '@/lib/api/handler';
import { downloadPreviewAttachment } from '@/lib/video/attachments/attachments';

export const GET = handler({ access: 'anyone', answers: { 200: 'application/octet-stream', 206: 'application/octet-stream' } }, async ({ params: { courseName = '', lesson = '', id = '' } }) =>
  downloadPreviewAttachment({ courseSlug: courseName, lesson }, id));
