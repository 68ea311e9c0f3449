import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { now } from '@/lib/clock';
import { purchaseForOf } from '@/lib/orders/checkout/basket';
import { paymentRequestSchema, startCheckout } from '@/lib/orders/checkout/start-checkout';

export const POST = handler(
  {
    id: 'startCheckout',
    tag: 'Payments',
    summary: 'Start a checkout',
    description:
      'Returns the URL of the hosted payment page; a matching pending order is reused. `gift` buys for a recipient, who opens the gift with a link. `send_on` is a day in Cairo within the next year (`2027-02-28`), or empty to send the gift on payment. `seats` (2 to 50) buys one course for a team and cannot be combined with `gift`. `shownPiastres` is the total that the buyer saw: if the price has changed since, the call answers 409 `price-changed`.',
    access: 'sameUser',
    answers: { 200: 'text/plain' },
    problems: [409, 502, 503],
    headers: { 'X-Order-Id': 'id of the order' },
    body: paymentRequestSchema,
    form: { next: '/profile/payments', back: '/payment' },
    example: {
      body: {
        productKey: 'course-nextjs',
        billing_data: {
          first_name: 'Mona',
          last_name: 'Adel',
          phone_number: '01001234567',
          email: 'mona@midan.example',
        },
        coupon: '',
        gift: { recipient_name: 'Hala', recipient_email: 'hala@midan.example', card: 'For you', send_on: '' },
      },
    },
  },
  async ({ request, actor, body, lang, isForm }) => {
    const time = now();
    const { orderId, url } = await startCheckout({
      actor,
      productKey: body.productKey,
      purchaseFor: purchaseForOf(body, time),
      billing: body.billing_data,
      coupon: body.coupon,
      shownPiastres: body.shownPiastres,
      ip: deviceOf(request.headers).ip,
      lang: pageLanguageOf(request),
      messageLang: lang,
      now: time,
    });
    if (isForm) return new Response(null, { status: 303, headers: { location: url } });
    return new Response(url, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-order-id': orderId, 'cache-control': 'no-store' },
    });
  },
);
