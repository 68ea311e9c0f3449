import { expect } from '@playwright/test';
import { call, type Session, type Target, testSite } from './api';
import { course } from './courses';
import { billing, completePayment } from './payments';

export async function buySeats(session: Session, seats: number, target: Target = testSite): Promise<string> {
  const { userId, headers } = session;
  const answer = await call(`${target.url}/api/payment/${userId}/sendPaymentRequest`, {
    headers,
    body: { productKey: course.productKey, billing_data: billing, seats },
  });
  const orderId = answer.headers.get('x-order-id') ?? '';
  await completePayment(
    { orderId, clientSecret: new URL(answer.text.trim()).searchParams.get('clientSecret') },
    'paid',
    target,
  );
  const fetchOrder = () => call(`${target.url}/api/payment/${userId}/orders/${orderId}`, { headers });
  await expect.poll(async () => (await fetchOrder()).text).toContain('"paid"');
  return orderId;
}

export async function inviteToSeats(
  { userId, headers }: Session,
  orderId: string,
  emails: string,
  target: Target = testSite,
): Promise<void> {
  await call(`${target.url}/api/user/${userId}/seat-orders/${orderId}/invitations`, { headers, body: { emails } });
}
