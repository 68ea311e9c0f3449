import { newCourseSchema } from '@/lib/admin/courses/course-schema';
import { createCourse } from '@/lib/admin/courses/make-course';
import { now } from '@/lib/clock';
import { adminCourse } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'adminStepUp', answers: { 201: adminCourse }, body: newCourseSchema }, async ({ actor, body, lang }) =>
  Response.json(await createCourse(actor, body, { lang, now: now() }), { status: 201 }));
