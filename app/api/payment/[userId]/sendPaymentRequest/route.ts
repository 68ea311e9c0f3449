import { paymentRequestSchema, startCheckout } from '@/lib/checkout/purchase/start-checkout';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { pageLanguageOf } from '@/lib/api/request-language';
import { forbidden } from '@/lib/problem';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler(
    { access: 'self', body: paymentRequestSchema, form: { next: '/profile/payments', back: '/payment' } },
    async ({ request, params, actor, body, isForm }) => {
      if (!actor || actor.userId !== params.userId) throw forbidden();
      const { orderId, url } = await startCheckout({
        actor, productKey: body.productKey, billing: body.billing_data, lang: pageLanguageOf(request), now: now(),
      });
      if (isForm) return new Response(null, { status: 303, headers: { location: url } });
      return new Response(url, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-order-id': orderId, 'cache-control': 'no-store' },
      });
    },
  ),
});
