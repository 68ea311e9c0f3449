import { request as requests, expect, type Page } from '@playwright/test';
import { worldPorts } from './world-ports';

export type Learner = { email: string; password: string; userId: string; accessToken: string; /** Paymob's number of what was bought. */ transactionId?: number | null };

/** Where a learner learns: the test world, or a service that a test started for itself. */
type Place = { url: string; paymob: { url: string } };
const ports = worldPorts();
const world: Place = { url: `http://localhost:${ports.site}`, paymob: { url: `http://127.0.0.1:${ports.paymob}` } };

/** An account made and, when asked, a course paid for, all by the contract's calls and the mock's controls. */
export async function makeLearner(bought: string | null = null, place: Place = world): Promise<Learner> {
  const api = await requests.newContext({ baseURL: place.url });
  const email = `learner-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
  const password = 'a-long-pass-word-9';
  const made = await api.post('/auth/createUser', { data: { name: 'منى عادل', email, phone: '01001234567', sub: password } });
  expect(made.status()).toBe(201);
  const { userId, accessToken } = (await made.json()) as { userId: string; accessToken: string };
  const transactionId = bought ? await buy(userId, accessToken, bought, place) : null;
  await api.dispose();
  return { email, password, userId, accessToken, transactionId };
}

async function buy(userId: string, accessToken: string, productKey: string, place: Place): Promise<number> {
  const api = await requests.newContext({ baseURL: place.url, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } });
  const billing_data = { first_name: 'Mona', last_name: 'Adel', phone_number: '01001234567', email: 'mona@example.com' };
  const asked = await api.post(`/api/payment/${userId}/sendPaymentRequest`, { data: { productKey, billing_data } });
  const secret = new URL((await asked.text()).replace(' ', '')).searchParams.get('clientSecret');
  const paid = await api.post(`${place.paymob.url}/_mock/intentions/${secret}/complete`, {
    headers: { 'x-mock-token': 'mock' }, data: { scenario: 'paid' },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  const { id } = (await paid.json()) as { id: number };
  await expect.poll(async () => (await (await api.get(`/api/user/${userId}/profile/getMyCourses`)).json() as unknown[]).length).toBeGreaterThan(0);
  await api.dispose();
  return id;
}

export async function signIn(page: Page, { email, password }: Learner, next: string): Promise<void> {
  await page.goto(`/ar/login?next=${encodeURIComponent(next)}`);
  await page.locator('main [name=email]').fill(email);
  await page.locator('main [type=password]').fill(password);
  await page.locator('main form [type=submit]').first().click();
  await page.waitForURL((url) => decodeURIComponent(url.pathname).startsWith(next));
}
