import { openGift, openGiftSchema } from '@/lib/checkout/gifts/open-gift';
import { now } from '@/lib/clock';
import { openedGift } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

function next(answer: unknown, lang: string): string {
  const [slug, ...others] = (answer as { courseSlugs: string[] }).courseSlugs;
  return slug === undefined || others.length > 0 ? `/${lang}/profile/myCourses` : `/${lang}/course/${encodeURIComponent(slug)}`;
}

export const POST = handler(
  { access: 'learner', answers: { 200: openedGift }, body: openGiftSchema, form: { next, back: '/gift' } },
  ({ actor, body }) => openGift({ actor, token: body.token, now: now() }),
);
