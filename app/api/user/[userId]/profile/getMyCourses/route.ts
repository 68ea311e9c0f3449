import { assertSelf } from '@/lib/actor';
import { listMyCourses } from '@/lib/courses/enrolment/my-courses';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, async ({ actor, params: { userId = '' }, lang }) => {
    assertSelf(actor, userId);
    return listMyCourses({ userId, lang });
  }),
});
