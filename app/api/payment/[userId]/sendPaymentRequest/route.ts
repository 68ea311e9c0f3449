import { paymentRequestSchema, startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { purchaseForOf } from '@/lib/checkout/purchase/purchase-for';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';
import { forbidden } from '@/lib/problem';

export const POST = handler(
  { access: 'self', answers: { 200: 'text/plain' }, body: paymentRequestSchema, form: { next: '/profile/payments', back: '/payment' } },
  async ({ request, params, actor, body, isForm }) => {
    // An administrator may look at somebody's account, not buy for it.
    if (actor.userId !== params.userId) throw forbidden();
    const time = now();
    const { orderId, url } = await startCheckout({
      actor, productKey: body.productKey, purchaseFor: purchaseForOf(body, time), billing: body.billing_data, coupon: body.coupon, address: request.headers.get('x-client-address') ?? 'unknown',
      lang: pageLanguageOf(request), now: time,
    });
    if (isForm) return new Response(null, { status: 303, headers: { location: url } });
    return new Response(url, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-order-id': orderId, 'cache-control': 'no-store' },
    });
  },
);
