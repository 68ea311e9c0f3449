import { listMyCourses } from '@/lib/courses/enrolment/my-courses';
import { myCourses } from '@/lib/api/answers/courses';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'self', answers: { 200: myCourses } }, ({ actor, params: { userId = '' }, lang }) => listMyCourses({ actor, userId, lang }));
