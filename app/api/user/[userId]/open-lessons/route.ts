import { now } from '@/lib/clock';
import { openLessons } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { listOpenLessons } from '@/lib/courses/enrolment/lesson-access';

export const GET = handler(
  {
    id: 'listOpenLessons',
    tag: 'Courses',
    summary: 'The lessons of some courses that the user may watch now, with the place reached in each',
    access: 'owner',
    answers: { 200: openLessons },
    queryParameters: { course: 'the slug of a course; up to 50 times' },
  },
  async ({ request, actor, params: { userId = '' } }) =>
    listOpenLessons({ actor, userId, courseSlugs: new URL(request.url).searchParams.getAll('course'), now: now() }),
);
