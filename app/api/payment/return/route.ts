import { receiveReturn } from '@/lib/checkout/receive-return';
import { now } from '@/lib/clock';
import { config } from '@/lib/config';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { pageLanguageOf } from '@/lib/guards/request-language';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'anyone' }, async ({ request }) => {
    const returned = await receiveReturn({ query: new URL(request.url).searchParams, isLook: request.method === 'HEAD', now: now() });
    const path = returned
      ? `/${returned.lang}/payment?order=${encodeURIComponent(returned.orderId)}`
      : `/${pageLanguageOf(request)}/profile/payments`;
    return new Response(null, { status: 303, headers: { location: `${config().siteUrl}${path}`, 'cache-control': 'no-store' } });
  }),
});
