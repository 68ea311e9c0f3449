import { paymentRequestSchema, startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { purchaseForOf } from '@/lib/checkout/purchase/purchase-for';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';

export const POST = handler(
  { access: 'owner', answers: { 200: 'text/plain' }, body: paymentRequestSchema, form: { next: '/profile/payments', back: '/payment' } },
  async ({ request, actor, body, lang, isForm }) => {
    const time = now();
    const { orderId, url } = await startCheckout({
      actor, productKey: body.productKey, purchaseFor: purchaseForOf(body, time), billing: body.billing_data, coupon: body.coupon, address: deviceOf(request.headers).address,
      lang: pageLanguageOf(request), messageLang: lang, now: time,
    });
    if (isForm) return new Response(null, { status: 303, headers: { location: url } });
    return new Response(url, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-order-id': orderId, 'cache-control': 'no-store' },
    });
  },
);
