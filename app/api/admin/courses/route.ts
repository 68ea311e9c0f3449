import { newCourseOfForm, newCourseSchema } from '@/lib/admin/courses/course-schema';
import type { AdminCourse } from '@/lib/admin/courses/courses';
import { createCourse } from '@/lib/admin/courses/make-course';
import { now } from '@/lib/clock';
import { adminCourse } from '@/lib/api/answers/admin-courses';
import type { FormPost } from '@/lib/api/form-post';
import { handler } from '@/lib/api/handler';

const form: FormPost = { next: (made, lang) => `/${lang}/admin/courses/${(made as AdminCourse).slug}`, back: '/admin/courses/new', read: newCourseOfForm };

export const POST = handler({ access: 'adminStepUp', answers: { 201: adminCourse }, body: newCourseSchema, form }, async ({ actor, body, lang, isForm }) => {
  const made = await createCourse(actor, body, { lang, now: now() });
  return isForm ? made : Response.json(made, { status: 201 });
});
