import { stopUrls } from '@/lib/orders/reminders';
import { bundleExamples } from './bundle-examples';
import { shop, world, type CallInput } from './call-world';
import { buyGift, readGiftToken } from '@/tests/support/gifts';
import { seatExamples } from './seat-examples';
import { buy } from '@/tests/support/shop';

const stopLink = (): Promise<CallInput> =>
  Promise.resolve({ query: new URL(stopUrls('an-order', 'en').oneClick).search });
const month = { query: '?month=2026-11' };

export const checkoutExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'GET /api/reminders/stop': stopLink,
  'POST /api/reminders/stop': stopLink,
  'POST /api/user/[userId]/profile/reminders': { body: { reminders: 'off' } },
  'GET /api/payment/[userId]/orders/[orderId]/receipt.pdf': async () => ({
    params: { orderId: await buy(shop, world.learnerActor, { productKey: 'course-nextjs' }) },
  }),
  'POST /api/payment/[userId]/orders/[orderId]/gift': async () => {
    const { orderId } = await buyGift(shop, world.learnerActor, { productKey: 'course-nextjs' });
    return { params: { orderId }, body: { recipient_name: 'Hala', recipient_email: 'hala@midan.example' } };
  },
  'POST /api/gifts/open': async () => {
    await buyGift(shop, world.learnerActor, { productKey: 'course-nextjs' });
    return { body: { token: await readGiftToken() } };
  },
  ...bundleExamples,
  ...seatExamples,
  'GET /api/admin/receipts.csv': month,
  'GET /api/admin/receipts.xlsx': month,
  'GET /api/admin/receipts.json': month,
};
