import { lessonPlanSchema } from '@/lib/admin/courses/course-schema';
import { arrangeLessons } from '@/lib/admin/courses/lesson-plan';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const longPlans = 256 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin', body: lessonPlanSchema, maxBytes: longPlans }, async ({ actor, params: { slug = '' }, body }) => arrangeLessons(actor, slug, body, now())),
});
