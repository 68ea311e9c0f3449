import { z } from 'zod';
import { seeOther } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { readText } from '@/lib/api/request';
import { now } from '@/lib/clock';
import { receiveNotification } from '@/lib/orders/settlement/notification';

/** Operators often enter the callback's address as Paymob's response callback too, to which Paymob sends browsers. */
export const GET = handler(
  {
    id: 'redirectPaymentReturn',
    tag: 'Payments',
    summary: 'Redirect a browser that Paymob sends to the callback to the return page',
    access: 'anyone',
    answers: { 303: null },
    queryParameters: { hmac: "Paymob's signature" },
    example: { query: '?order=1&hmac=00' },
  },
  ({ request }) => seeOther(`/api/payment/return${new URL(request.url).search}`),
);

export const POST = handler(
  {
    id: 'receivePaymentNotification',
    tag: 'Payments',
    summary: 'Receive a notification from Paymob',
    access: 'anyone',
    requires: 'signature',
    answers: { 200: z.strictObject({}) },
    problems: [400, 503],
    queryParameters: { hmac: "Paymob's signature" },
    bodyType: 'application/json',
    origin: 'any',
    example: {
      body: {
        type: 'TRANSACTION',
        obj: {
          id: 1,
          amount_cents: 100,
          success: true,
          order: { id: 1 },
          source_data: { pan: '1', type: 'card', sub_type: 'x' },
          created_at: '2026-01-01T00:00:00',
        },
      },
    },
  },
  async ({ request }) => {
    await receiveNotification({
      body: await readText(request),
      query: new URL(request.url).searchParams,
      header: (name) => request.headers.get(name),
      now: now(),
    });
    return {};
  },
);
