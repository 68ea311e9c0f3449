import { saveCaptions } from '@/lib/admin/courses/lesson-captions';
import { captionLanguages } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { captionsChangeSchema } from '@/lib/video/captions/captions-schema';

export const PUT = handler({ access: 'admin', answers: { 200: captionLanguages }, body: captionsChangeSchema }, async ({ actor, params: { slug = '', file = '' }, body, lang }) =>
  saveCaptions(actor, { courseSlug: slug, lesson: file, change: body, lang }));
