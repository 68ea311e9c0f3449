import { saveCaptions } from '@/lib/admin/lesson-captions';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { captionsChangeSchema, captionsMaxBytes } from '@/lib/media/captions-schema';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin', body: captionsChangeSchema, maxBytes: captionsMaxBytes }, async ({ actor, params: { slug = '', file = '' }, body, lang }) =>
    saveCaptions(actor, { courseSlug: slug, lesson: file, change: body, lang })),
});
