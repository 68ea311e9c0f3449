import { adminCourse } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { changeCourse, courseChangeSchema, requireAdminCourse } from '@/lib/courses/admin/courses';
import { deleteCourse } from '@/lib/courses/admin/create-course';

export const GET = handler(
  {
    id: 'getAdminCourse',
    tag: 'Administration',
    summary: 'A course with its texts and lessons',
    access: 'admin',
    answers: { 200: adminCourse },
  },
  async ({ actor, params: { slug = '' } }) => requireAdminCourse(actor, slug),
);
export const PUT = handler(
  {
    id: 'changeCourse',
    tag: 'Administration',
    summary: "Change a course's texts, and publish or hide it",
    description: 'To publish, a course needs a lesson and all texts. A draft may be incomplete.',
    access: 'admin',
    answers: { 200: adminCourse },
    problems: [409],
    body: courseChangeSchema,
  },
  async ({ actor, params: { slug = '' }, body }) => changeCourse(actor, slug, body, now()),
);
export const DELETE = handler(
  {
    id: 'deleteCourse',
    tag: 'Administration',
    summary: 'Delete a course',
    description: 'Only a course that was created in administration and that no learner ever owned can be deleted.',
    access: 'adminStepUp',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { slug = '' } }) => {
    await deleteCourse(actor, slug, now());
    return new Response(null, { status: 204 });
  },
);
