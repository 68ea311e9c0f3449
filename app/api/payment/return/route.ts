import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { receiveReturn } from '@/lib/orders/settlement/notification';

export const GET = handler(
  {
    id: 'returnFromPayment',
    tag: 'Payments',
    summary: "Return from Paymob's payment page",
    description: 'The query grants nothing: the server asks Paymob about the order.',
    access: 'anyone',
    answers: { 303: null },
    queryParameters: { hmac: "Paymob's signature" },
    changingGet: true,
    example: { query: '?order=1&hmac=00' },
  },
  async ({ request }) => {
    const returned = await receiveReturn({ query: new URL(request.url).searchParams, now: now() });
    const path = returned
      ? `/${returned.lang}/payment?order=${encodeURIComponent(returned.orderId)}`
      : `/${pageLanguageOf(request)}/profile/payments`;
    return new Response(null, {
      status: 303,
      headers: { location: `${config().siteUrl}${path}`, 'cache-control': 'no-store' },
    });
  },
);
