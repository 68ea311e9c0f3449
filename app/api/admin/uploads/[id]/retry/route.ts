import { retryUpload } from '@/lib/admin/uploads/uploads';
import { upload } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'admin', answers: { 200: upload } }, async ({ actor, params: { id = '' }, lang }) => retryUpload(actor, id, lang));
