import { receiveReturn } from '@/lib/checkout/settlement/receive-return';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';

export const GET = handler({ access: 'anyone', answers: { 303: null }, changingGet: true }, async ({ request }) => {
  const returned = await receiveReturn({ query: new URL(request.url).searchParams, now: now() });
  const path = returned
    ? `/${returned.lang}/payment?order=${encodeURIComponent(returned.orderId)}`
    : `/${pageLanguageOf(request)}/profile/payments`;
  return new Response(null, { status: 303, headers: { location: `${config().siteUrl}${path}`, 'cache-control': 'no-store' } });
});
