import { courseChangeSchema } from '@/lib/admin/courses/course-schema';
import { changeCourse, requireAdminCourse } from '@/lib/admin/courses/courses';
import { deleteCourse } from '@/lib/admin/courses/make-course';
import { now } from '@/lib/clock';
import { adminCourse } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminCourse } }, async ({ actor, params: { slug = '' } }) => requireAdminCourse(actor, slug));
export const PUT = handler({ access: 'admin', answers: { 200: adminCourse }, body: courseChangeSchema }, async ({ actor, params: { slug = '' }, body }) => changeCourse(actor, slug, body, now()));
export const DELETE = handler({ access: 'adminStepUp', answers: { 204: null } }, async ({ actor, params: { slug = '' } }) => {
  await deleteCourse(actor, slug, now());
  return new Response(null, { status: 204 });
});
