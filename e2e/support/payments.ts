import { expect, type Locator, type Page } from '@playwright/test';
import { call, callJson, mockControl, type Session, type Target, testSite } from './api';

export const cards = {
  paid: '5123456789012346',
  frictionless: '9955000000000014',
  declined: '4000000000000002',
  silent: '9955000000000048',
  threeCallbacks: '9955000000000055',
} as const;

export const billing = {
  first_name: 'Mona',
  last_name: 'Adel',
  phone_number: '01001234567',
  email: 'mona@example.com',
};

/** Finds the button that states the amount. Free products have a different button. */
export function payButton(page: Page, t: (key: string) => string, amount = String.raw`[\d.,]+`): Locator {
  const [before, after] = t('payment.pay').split('{amount}');
  return page.getByRole('button', { name: new RegExp(String.raw`^${before}${amount} \S+${after}$`) });
}

export async function openHostedPage(page: Page, t: (key: string) => string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await payButton(page, t).click();
  const hosted = await opening;
  await hosted.waitForURL(/unifiedcheckout/);
  return hosted;
}

export async function payWithCard(hosted: Page, number: string): Promise<void> {
  await hosted.getByTestId('number').fill(number);
  await hosted.getByTestId('holder').fill('Test Account');
  await hosted.getByTestId('expiry').fill('01/39');
  await hosted.getByTestId('cvv').fill('123');
  await hosted.getByTestId('pay').click();
  if (number === cards.paid) {
    await hosted.getByTestId('otp').fill('123456');
    await hosted.getByTestId('confirm').click();
  }
}

export interface PaymentRequest {
  orderId: string | null;
  clientSecret: string | null;
}

export async function requestPayment(
  { userId, headers }: Session,
  productKey: string,
  target: Target = testSite,
  more: { coupon?: string; gift?: object } = {},
): Promise<PaymentRequest> {
  const answer = await call(`${target.url}/api/payment/${userId}/sendPaymentRequest`, {
    headers,
    body: { productKey, billing_data: billing, ...more },
  });
  return {
    orderId: answer.headers.get('x-order-id'),
    clientSecret: new URL(answer.text.trim()).searchParams.get('clientSecret'),
  };
}

/** Completes the payment without a browser. @returns the charge's id */
export async function completePayment(
  { clientSecret }: PaymentRequest,
  scenario: string,
  target: Target = testSite,
): Promise<number> {
  const { id } = await callJson<{ id: number }>(`${target.paymob.url}/_mock/intentions/${clientSecret}/complete`, {
    headers: mockControl,
    body: { scenario },
  });
  return id;
}

export async function buy(session: Session, productKey: string, target: Target = testSite): Promise<number> {
  const request = await requestPayment(session, productKey, target);
  const id = await completePayment(request, 'paid', target);
  const readStatus = async () =>
    (await listPayments(session, target)).find(({ orderId }) => orderId === request.orderId)?.status;
  await expect.poll(readStatus).toBe('paid');
  return id;
}

interface Payment {
  orderId: string;
  status: string;
}

export const listPayments = ({ userId, headers }: Session, target: Target = testSite): Promise<Payment[]> =>
  callJson<Payment[]>(`${target.url}/api/user/${userId}/profile/getMyPayments`, { headers });

export async function findPaidOrder(session: Session): Promise<string> {
  return (await listPayments(session)).find(({ status }) => status === 'paid')!.orderId;
}

interface Charge {
  id: number;
  parent_transaction: number | null;
  amount_cents: number;
}

/** Refunds the charge at Paymob, as an employee would in the dashboard. */
export const refundAtPaymob = (chargeId: number | null, target: Target = testSite): Promise<Charge> =>
  callJson<Charge>(`${target.paymob.url}/_mock/transactions/${chargeId}/refund`, { headers: mockControl, body: {} });

export const listChargesAtPaymob = (): Promise<Charge[]> =>
  callJson<Charge[]>(`${testSite.paymob.url}/_mock/transactions`, { headers: mockControl });
