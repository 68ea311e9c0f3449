import { receiveReturn } from '@/lib/checkout/settlement/receive-return';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { changingGet } from '@/lib/api/changing-get';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { pageLanguageOf } from '@/lib/api/request-language';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: changingGet(handler({ access: 'anyone' }, async ({ request }) => {
    const returned = await receiveReturn({ query: new URL(request.url).searchParams, now: now() });
    const path = returned
      ? `/${returned.lang}/payment?order=${encodeURIComponent(returned.orderId)}`
      : `/${pageLanguageOf(request)}/profile/payments`;
    return new Response(null, { status: 303, headers: { location: `${config().siteUrl}${path}`, 'cache-control': 'no-store' } });
  })),
});
