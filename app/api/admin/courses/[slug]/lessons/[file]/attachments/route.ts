import { adminAttachment } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { assertContentType, readBytes } from '@/lib/api/request';
import { addAttachment, newAttachmentSchema } from '@/lib/lessons/admin/lesson-attachments';

export const POST = handler(
  {
    id: 'uploadAttachment',
    tag: 'Administration',
    summary: 'Attach a file to a lesson',
    description:
      'Accepts PDF, ZIP, office documents, pictures, text and code of at most `ATTACHMENT_MAX_MB`. Extension and content must match.',
    access: 'admin',
    answers: { 201: adminAttachment },
    problems: [413, 415, 503],
    bodyType: 'application/octet-stream',
    query: newAttachmentSchema,
  },
  async ({ request, actor, params: { slug = '', file = '' }, query, lang }) => {
    assertContentType(request, 'application/octet-stream');
    const bytes = await readBytes(request);
    return Response.json(
      await addAttachment(actor, { courseSlug: slug, lesson: file, described: query, bytes, lang }),
      { status: 201 },
    );
  },
);
