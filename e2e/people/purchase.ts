import { expect, type Page } from '@playwright/test';
import type { Session } from './account';
import { call, callJson, control, world, type Place } from './place';

/** The mock's test cards (paymob.md section 12). */
export const cards = {
  paid: '5123456789012346',
  frictionless: '9955000000000014',
  declined: '4000000000000002',
  silent: '9955000000000048',
  threeCallbacks: '9955000000000055',
} as const;

/** What Paymob mails its receipts to, and we ours. */
export const billing = { first_name: 'Mona', last_name: 'Adel', phone_number: '01001234567', email: 'mona@example.com' };

/** Sends the filled-in payment form; gives the tab with the hosted page. */
export async function openHostedPage(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.locator('main form[action$="/sendPaymentRequest"] [type=submit]').click();
  const hosted = await opening;
  await hosted.waitForURL(/unifiedcheckout/);
  return hosted;
}

/** Pays on the hosted page; the card that asks for the bank's code gets the right one. */
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

export interface Asked { order: string | null; clientSecret: string | null }

/** The payment form's call: our order, and what opens the hosted page. */
export async function askToPay({ userId, headers }: Session, productKey: string, at: Place = world): Promise<Asked> {
  const asked = await call(`${at.url}/api/payment/${userId}/sendPaymentRequest`, { headers, body: { productKey, billing_data: billing } });
  return { order: asked.headers.get('x-order-id'), clientSecret: new URL(asked.text.trim()).searchParams.get('clientSecret') };
}

/** Ends as the mock's `scenario` says, without a browser; gives Paymob's number. */
export async function endPayment({ clientSecret }: Asked, scenario: string, at: Place = world): Promise<number> {
  const { id } = await callJson<{ id: number }>(`${at.paymob.url}/_mock/intentions/${clientSecret}/complete`, { headers: control, body: { scenario } });
  return id;
}

/** Asks, pays, and waits until the course is theirs. */
export async function buy(session: Session, productKey: string, at: Place = world): Promise<number> {
  const { userId, headers } = session;
  const id = await endPayment(await askToPay(session, productKey, at), 'paid', at);
  const courses = () => callJson<unknown[]>(`${at.url}/api/user/${userId}/profile/getMyCourses`, { headers });
  await expect.poll(async () => (await courses()).length).toBeGreaterThan(0);
  return id;
}

interface Charge { id: number; parent_transaction: number | null; amount_cents: number }

/** Gives the money back at Paymob, as somebody at its dashboard would. */
export const refundAtPaymob = (transactionId: number | null, at: Place = world): Promise<Charge> =>
  callJson<Charge>(`${at.paymob.url}/_mock/transactions/${transactionId}/refund`, { headers: control, body: {} });

export const chargesAtPaymob = (): Promise<Charge[]> => callJson<Charge[]>(`${world.paymob.url}/_mock/transactions`, { headers: control });
