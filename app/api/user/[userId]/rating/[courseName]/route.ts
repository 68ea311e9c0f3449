import { ownRating } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { rateCourse, ratingSchema } from '@/lib/courses/ratings/rate-course';

const pageOf = (answer: unknown, lang: string) => `/${lang}/course/${encodeURIComponent((answer as { courseName: string }).courseName)}/rating?sent=1`;

export const POST = handler(
  { access: 'owner', answers: { 200: ownRating }, body: ratingSchema, form: { next: pageOf, back: '/course' } },
  async ({ actor, params: { userId = '', courseName = '' }, body, isForm }) => {
    const rating = await rateCourse({ actor, userId, courseSlug: courseName, rating: body, now: now() });
    return isForm ? { courseName } : rating;
  },
);
