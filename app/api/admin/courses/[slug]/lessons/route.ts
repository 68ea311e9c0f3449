import { lessonPlanSchema } from '@/lib/admin/courses/course-schema';
import { arrangeLessons } from '@/lib/admin/courses/lesson-plan';
import { now } from '@/lib/clock';
import { adminCourse } from '@/lib/api/answers/admin-courses';
import { handler } from '@/lib/api/handler';

export const PUT = handler({ access: 'admin', answers: { 200: adminCourse }, body: lessonPlanSchema }, async ({ actor, params: { slug = '' }, body }) => arrangeLessons(actor, slug, body, now()));
