import { adminAttachment } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { inEachLanguage } from '@/lib/language';
import { attachmentChangeSchema, removeAttachment, renameAttachment } from '@/lib/lessons/admin/lesson-attachments';

export const PUT = handler(
  {
    id: 'renameAttachment',
    tag: 'Administration',
    summary: 'Rename a lesson attachment',
    access: 'admin',
    answers: { 200: adminAttachment },
    problems: [409],
    body: attachmentChangeSchema,
    example: { body: { name: inEachLanguage(() => 'x') } },
  },
  async ({ actor, params: { id = '' }, body }) => renameAttachment(actor, id, body.name),
);
export const DELETE = handler(
  {
    id: 'deleteAttachment',
    tag: 'Administration',
    summary: 'Delete a lesson attachment',
    access: 'admin',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { id = '' } }) => {
    await removeAttachment(actor, id);
    return new Response(null, { status: 204 });
  },
);
