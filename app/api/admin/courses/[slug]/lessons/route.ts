import { adminCourse } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { lessonPlanSchema } from '@/lib/courses/admin/courses';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';

export const PUT = handler(
  {
    id: 'arrangeLessons',
    tag: 'Administration',
    summary: 'Arrange chapters and lessons',
    description:
      'List each lesson once, in a chapter or in `removed`. Lessons can be removed only while no learner owns the course.',
    access: 'admin',
    answers: { 200: adminCourse },
    problems: [409],
    body: lessonPlanSchema,
  },
  async ({ actor, params: { slug = '' }, body }) => arrangeLessons(actor, slug, body, now()),
);
