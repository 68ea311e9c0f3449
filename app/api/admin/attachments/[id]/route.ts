import { removeAttachment, renameAttachment } from '@/lib/admin/courses/lesson-attachments';
import { adminAttachment } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { attachmentChangeSchema } from '@/lib/video/attachments/attachment-schema';

export const PUT = handler({ access: 'admin', answers: { 200: adminAttachment }, body: attachmentChangeSchema }, async ({ actor, params: { id = '' }, body }) => renameAttachment(actor, id, body.name));
export const DELETE = handler({ access: 'admin', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await removeAttachment(actor, id);
  return new Response(null, { status: 204 });
});
