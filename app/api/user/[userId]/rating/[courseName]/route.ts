import { ownRating } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { rateCourse, ratingSchema } from '@/lib/courses/ratings';

const pageOf = (answer: unknown, lang: string) =>
  `/${lang}/course/${encodeURIComponent((answer as { courseName: string }).courseName)}/rating?sent=1`;

export const POST = handler(
  {
    id: 'rateCourse',
    tag: 'Courses',
    summary: 'Rate a course publicly',
    description: 'Possible once a third of the course has been watched. A rating with a new text waits for moderation.',
    access: 'sameUser',
    answers: { 200: ownRating },
    problems: [409],
    body: ratingSchema,
    form: { next: pageOf, back: '/course' },
    example: { body: { stars: 4, text: 'x' } },
  },
  async ({ actor, params: { userId = '', courseName = '' }, body, isForm }) => {
    const rating = await rateCourse({ actor, userId, courseSlug: courseName, rating: body, now: now() });
    return isForm ? { courseName } : rating;
  },
);
