import { captionLanguages } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { saveCaptions } from '@/lib/lessons/admin/lesson-captions';
import { captionsChangeSchema } from '@/lib/lessons/captions/captions-check';

export const PUT = handler(
  {
    id: 'changeCaptions',
    tag: 'Administration',
    summary: 'Change the captions of a lesson',
    access: 'admin',
    answers: { 200: captionLanguages },
    problems: [409],
    body: captionsChangeSchema,
  },
  async ({ actor, params: { slug = '', file = '' }, body, lang }) =>
    saveCaptions(actor, { courseSlug: slug, lesson: file, change: body, lang }),
);
