import { newUploadSchema } from '@/lib/admin/uploads/schema';
import { beginUpload, listUploads, uploadAnswer } from '@/lib/admin/uploads/uploads';
import { upload, uploadList } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: uploadList } }, async ({ actor, params: { slug = '' }, lang }) => listUploads(actor, slug, lang));
export const POST = handler({ access: 'admin', answers: { 201: upload }, body: newUploadSchema }, async ({ actor, params: { slug = '' }, body, lang }) =>
  uploadAnswer(await beginUpload(actor, slug, body, lang), 201));
