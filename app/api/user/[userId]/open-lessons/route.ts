import { openLessons } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { listOpenLessons } from '@/lib/courses/enrolment/lesson-access';

export const GET = handler(
  {
    id: 'listOpenLessons',
    tag: 'Courses',
    summary: 'Lessons that the user may watch now, with positions',
    access: 'sameUser',
    answers: { 200: openLessons },
    queryParameters: { course: 'slug of a course; may be repeated up to 50 times' },
  },
  async ({ request, actor, params: { userId = '' } }) =>
    listOpenLessons({ actor, userId, courseSlugs: new URL(request.url).searchParams.getAll('course'), now: now() }),
);
