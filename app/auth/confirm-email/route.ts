import { confirmEmail } from '@/lib/accounts/confirm-email';
import { isLearner } from '@/lib/actor';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { pageLanguageOf } from '@/lib/guards/request-language';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ origin: 'not-foreign' }, async ({ request, actor }) => {
    const confirmed = await confirmEmail(new URL(request.url).searchParams.get('token') ?? '', now());
    const lang = confirmed?.lang ?? pageLanguageOf(request);
    // Who is signed in sees it in the account; a visitor is told on the way in.
    const location = isLearner(actor) ? `/${lang}/profile/security` : `/${lang}/login?notice=${confirmed ? 'email-confirmed' : 'link-used'}`;
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } });
  }),
});
