import { courseChangeSchema } from '@/lib/admin/courses/course-schema';
import { changeCourse, requireAdminCourse } from '@/lib/admin/courses/courses';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const longTexts = 512 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { slug = '' } }) => requireAdminCourse(actor, slug)),
  PUT: handler({ access: 'admin', body: courseChangeSchema, maxBytes: longTexts }, async ({ actor, params: { slug = '' }, body }) => changeCourse(actor, slug, body, now())),
});
