import { adminAttachmentList } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { listCourseAttachments } from '@/lib/lessons/admin/lesson-attachments';

export const GET = handler(
  {
    id: 'listCourseAttachments',
    tag: 'Administration',
    summary: 'Attachments of all lessons of a course',
    access: 'admin',
    answers: { 200: adminAttachmentList },
  },
  async ({ actor, params: { slug = '' } }) => listCourseAttachments(actor, slug),
);
