import { adminCourse } from '@/lib/api/answers/admin-courses';
import type { FormPost } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { type AdminCourse, newCourseOfForm, newCourseSchema } from '@/lib/courses/admin/courses';
import { createCourse } from '@/lib/courses/admin/create-course';

const form: FormPost = {
  next: (course, lang) => `/${lang}/admin/courses/${(course as AdminCourse).slug}`,
  back: '/admin/courses/new',
  read: newCourseOfForm,
};

export const POST = handler(
  {
    id: 'createCourse',
    tag: 'Administration',
    summary: 'Create a draft course and its product',
    access: 'adminStepUp',
    answers: { 201: adminCourse },
    problems: [409],
    body: newCourseSchema,
    form,
  },
  async ({ actor, body, lang, isForm }) => {
    const course = await createCourse(actor, body, { lang, now: now() });
    return isForm ? course : Response.json(course, { status: 201 });
  },
);
