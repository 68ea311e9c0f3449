import { upload } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { retryUpload } from '@/lib/lessons/admin/uploads';

export const POST = handler(
  {
    id: 'retryUpload',
    tag: 'Administration',
    summary: 'Process a failed upload again',
    access: 'admin',
    answers: { 200: upload },
    problems: [409],
  },
  async ({ actor, params: { id = '' }, lang }) => retryUpload(actor, id, lang),
);
