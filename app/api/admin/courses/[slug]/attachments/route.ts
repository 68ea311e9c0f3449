import { listCourseAttachments } from '@/lib/admin/courses/lesson-attachments';
import { adminAttachmentList } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminAttachmentList } }, async ({ actor, params: { slug = '' } }) => listCourseAttachments(actor, slug));
