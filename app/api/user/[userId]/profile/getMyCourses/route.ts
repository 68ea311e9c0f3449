import { myCourses } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';
import { listMyCourses } from '@/lib/courses/enrolment/my-courses';

export const GET = handler(
  {
    id: 'listMyCourses',
    tag: 'Courses',
    summary: "The user's courses with progress",
    access: 'sameUserOrAdmin',
    answers: { 200: myCourses },
  },
  ({ actor, params: { userId = '' }, lang }) => listMyCourses({ actor, userId, lang }),
);
