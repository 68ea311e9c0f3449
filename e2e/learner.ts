import { request as requests, expect, type Page } from '@playwright/test';
import { worldPorts } from './world-ports';

export type Learner = { email: string; password: string; userId: string; accessToken: string };

const ports = worldPorts();
const site = `http://localhost:${ports.site}`;

/** An account made and, when asked, a course paid for, all by the contract's calls and the mock's controls. */
export async function makeLearner(bought: string | null = null): Promise<Learner> {
  const api = await requests.newContext({ baseURL: site });
  const email = `learner-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
  const password = 'a-long-pass-word-9';
  const made = await api.post('/auth/createUser', { data: { name: 'منى عادل', email, phone: '01001234567', sub: password } });
  expect(made.status()).toBe(201);
  const { userId, accessToken } = (await made.json()) as { userId: string; accessToken: string };
  if (bought) await buy(userId, accessToken, bought);
  await api.dispose();
  return { email, password, userId, accessToken };
}

async function buy(userId: string, accessToken: string, productKey: string): Promise<void> {
  const api = await requests.newContext({ baseURL: site, extraHTTPHeaders: { authorization: `Bearer ${accessToken}` } });
  const billing_data = { first_name: 'Mona', last_name: 'Adel', phone_number: '01001234567', email: 'mona@example.com' };
  const asked = await api.post(`/api/payment/${userId}/sendPaymentRequest`, { data: { productKey, billing_data } });
  const secret = new URL((await asked.text()).replace(' ', '')).searchParams.get('clientSecret');
  const paid = await api.post(`http://127.0.0.1:${ports.paymob}/_mock/intentions/${secret}/complete`, {
    headers: { 'x-mock-token': 'mock' }, data: { scenario: 'paid' },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  await expect.poll(async () => (await (await api.get(`/api/user/${userId}/profile/getMyCourses`)).json() as unknown[]).length).toBeGreaterThan(0);
  await api.dispose();
}

export async function signIn(page: Page, { email, password }: Learner, next: string): Promise<void> {
  await page.goto(`/ar/login?next=${encodeURIComponent(next)}`);
  await page.locator('main [name=email]').fill(email);
  await page.locator('main [type=password]').fill(password);
  await page.locator('main form [type=submit]').first().click();
  await page.waitForURL((url) => decodeURIComponent(url.pathname).startsWith(next));
}
