import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { worldPorts } from './world-ports';

export type Person = { name: string; email: string; phone: string; password: string };

let made = 0;

/** Somebody new; two runs never meet in one database. */
export function newPerson(): Person {
  made += 1;
  return { name: 'منى عادل', email: `mona.${process.pid}.${Date.now()}.${made}@learner.example`, phone: '01001234567', password: `Sycamore ${Date.now()} nile` };
}

/** Ends at `next`, or at the home page. */
export async function signUp(page: Page, person: Person, lang = 'ar', next = `/${lang}/home`): Promise<void> {
  await page.goto(`/${lang}/signup?next=${encodeURIComponent(next)}`);
  await page.locator('[name=name]').fill(person.name);
  await page.locator('[name=phone]').fill(person.phone);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=sub]').fill(person.password);
  await page.locator('[name=confirmPassword]').fill(person.password);
  await page.locator('form[action="/auth/createUser"] button[type=submit]').click();
  await page.waitForURL(`**${next}`);
}

export async function signIn(page: Page, person: Person, path = '/ar/login'): Promise<void> {
  await page.goto(path);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password]').fill(person.password);
  await page.locator('form:has([name=password]) button[type=submit]').first().click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/** Pays on the mock's hosted page; cards that ask for the bank's code get the right one. */
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

/** The mock's test cards (paymob.md section 12). */
export const cards = {
  paid: '5123456789012346',
  frictionless: '9955000000000014',
  declined: '4000000000000002',
  silent: '9955000000000048',
  threeCallbacks: '9955000000000055',
} as const;

/** Fills the payment form and sends it; gives the tab with the hosted page. */
export async function openHostedPage(page: Page): Promise<Page> {
  await page.locator('#first_name').fill('Mona');
  await page.locator('#last_name').fill('Adel');
  await page.locator('#phone_number').fill('٠١٠٠١٢٣٤٥٦٧');
  await page.locator('#email').fill('mona@learner.example');
  const popup = page.waitForEvent('popup');
  await page.locator('form[action$="/sendPaymentRequest"] button[type=submit]').click();
  const hosted = await popup;
  await hosted.waitForURL(/unifiedcheckout/);
  return hosted;
}

export const paymobMock = () => `http://127.0.0.1:${worldPorts().paymob}`;

export async function isPlaying(page: Page): Promise<void> {
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 20_000 }).toBeGreaterThan(0.5);
}
