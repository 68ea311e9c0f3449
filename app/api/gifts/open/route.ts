import { openedGift } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { openGift, openGiftSchema } from '@/lib/orders/gifts';

function nextPath(answer: unknown, lang: string): string {
  const [slug, ...others] = (answer as { courseSlugs: string[] }).courseSlugs;
  return slug === undefined || others.length > 0
    ? `/${lang}/profile/myCourses`
    : `/${lang}/course/${encodeURIComponent(slug)}`;
}

export const POST = handler(
  {
    id: 'openGift',
    tag: 'Payments',
    summary: 'Open a gift',
    description: 'The token works once, for anyone with the link. The courses open for the user who opens the gift.',
    access: 'learner',
    answers: { 200: openedGift },
    problems: [404, 409],
    body: openGiftSchema,
    form: { next: nextPath, back: '/gift' },
    example: { body: { token: 'x' } },
  },
  ({ actor, body }) => openGift({ actor, token: body.token, now: now() }),
);
