import { newUploadSchema } from '@/lib/admin/uploads/schema';
import { beginUpload, listUploads, uploadAnswer } from '@/lib/admin/uploads/uploads';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { captionsMaxBytes } from '@/lib/video/captions/captions-schema';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { slug = '' } }) => listUploads(actor, slug)),
  POST: handler({ access: 'admin', body: newUploadSchema, maxBytes: captionsMaxBytes }, async ({ actor, params: { slug = '' }, body, lang }) =>
    uploadAnswer(await beginUpload(actor, slug, body, lang), 201)),
});
