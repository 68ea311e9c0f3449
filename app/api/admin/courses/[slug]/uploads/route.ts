import { upload, uploadList } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { uploadHeaders } from '@/lib/api/openapi/shared-texts';
import { beginUpload, listUploads, newUploadSchema, uploadAnswer } from '@/lib/lessons/admin/uploads';

export const GET = handler(
  {
    id: 'listUploads',
    tag: 'Administration',
    summary: 'Uploads of a course',
    access: 'admin',
    answers: { 200: uploadList },
  },
  async ({ actor, params: { slug = '' }, lang }) => listUploads(actor, slug, lang),
);
export const POST = handler(
  {
    id: 'beginUpload',
    tag: 'Administration',
    summary: 'Start or resume a video upload',
    access: 'admin',
    answers: { 201: upload },
    problems: [503],
    headers: { ...uploadHeaders, Location: 'path of the upload' },
    body: newUploadSchema,
  },
  async ({ actor, params: { slug = '' }, body, lang }) => uploadAnswer(await beginUpload(actor, slug, body, lang), 201),
);
