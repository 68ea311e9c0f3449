import { confirmEmail } from '@/lib/accounts/confirm-email';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { pageLanguageOf } from '@/lib/guards/request-language';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ origin: 'not-foreign' }, async ({ request }) => {
    const confirmed = await confirmEmail(new URL(request.url).searchParams.get('token') ?? '', now());
    const lang = confirmed?.lang ?? pageLanguageOf(request);
    const location = `/${lang}/login?notice=${confirmed ? 'email-confirmed' : 'link-used'}`;
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } });
  }),
});
