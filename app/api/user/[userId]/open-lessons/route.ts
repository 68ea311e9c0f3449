import { now } from '@/lib/clock';
import { openLessons } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { listOpenLessons } from '@/lib/courses/enrolment/open-lessons';

export const GET = handler({ access: 'owner', answers: { 200: openLessons } }, async ({ request, actor, params: { userId = '' } }) =>
  listOpenLessons({ actor, userId, courseSlugs: new URL(request.url).searchParams.getAll('course'), now: now() }));
