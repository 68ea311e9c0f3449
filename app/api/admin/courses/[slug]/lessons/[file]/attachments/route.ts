import { addAttachment } from '@/lib/admin/courses/lesson-attachments';
import { adminAttachment } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { readBytes } from '@/lib/api/request-body';
import { Problem } from '@/lib/problem';
import { newAttachmentSchema } from '@/lib/video/attachments/attachment-schema';

export const POST = handler({ access: 'admin', answers: { 201: adminAttachment }, query: newAttachmentSchema }, async ({ request, actor, params: { slug = '', file = '' }, query, lang }) => {
  if (request.headers.get('content-type') !== 'application/octet-stream') throw new Problem(415, 'unsupported-type');
  const bytes = await readBytes(request);
  return Response.json(await addAttachment(actor, { courseSlug: slug, lesson: file, described: query, bytes, lang }), { status: 201 });
});
