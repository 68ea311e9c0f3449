import { saveCaptions } from '@/lib/admin/courses/lesson-captions';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { captionsChangeSchema, captionsMaxBytes } from '@/lib/video/captions/captions-schema';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin', body: captionsChangeSchema, maxBytes: captionsMaxBytes }, async ({ actor, params: { slug = '', file = '' }, body, lang }) =>
    saveCaptions(actor, { courseSlug: slug, lesson: file, change: body, lang })),
});
