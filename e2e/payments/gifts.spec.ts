import { devices, type Page } from '@playwright/test';
import { testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { waitForMail, waitForMailedLink } from '../support/mail';
import {
  cards,
  completePayment,
  findPaidOrder,
  listPayments,
  openHostedPage,
  payButton,
  payWithCard,
  requestPayment,
} from '../support/payments';
import { buildPerson, createEmail, createLearner, type Learner, type Person } from '../support/people/accounts';
import { approveRefund, enterAdministration } from '../support/people/administrators';
import { leave, sendSignUpForm, signIn } from '../support/people/sign-in';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

type Translate = (key: string) => string;
const productKey = 'course-mobile';
const slug = 'mobile-apps-with-react-native';
const words = 'إلى هالة، كل عام وأنتِ بخير.\nWith love from Mona';
const subject = /هدية لك/;

const card = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });

interface Recipient {
  name: string;
  email: string;
}

async function buyGift(page: Page, t: Translate, { name, email }: Recipient): Promise<void> {
  await field(page, t('payment.gift_recipient_name')).fill(name);
  await field(page, t('payment.gift_recipient_email')).fill(email);
  await page.getByLabel(t('payment.gift_card')).fill(words);
  await field(page, t('payment.last_name')).fill('عبد الرحمن');
  const hosted = await openHostedPage(page, t);
  await payWithCard(hosted, cards.frictionless);
  await expect(page.getByRole('heading', { name: t('payment.gift_paid') })).toBeVisible({ timeout: 30_000 });
  await hosted.close();
}

async function createGift({ name, email, day = '' }: Recipient & { day?: string }): Promise<Learner> {
  const giver = await createLearner();
  await completePayment(
    await requestPayment(giver, productKey, testSite, {
      gift: { recipient_name: name, recipient_email: email, card: words, send_on: day },
    }),
    'paid',
  );
  await expect.poll(async () => (await listPayments(giver)).map(({ status }) => status)).toEqual(['paid']);
  return giver;
}

async function signUpOnPage(page: Page, t: Translate, person: Person): Promise<void> {
  await page.getByRole('link', { name: t('gifts.sign_up') }).click();
  await sendSignUpForm(page, t, person);
}

const fitsThePhone = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('a gift is bought on a phone, and its recipient signs up by its link, opens and watches it, and keeps it [N11]', async ({
  page,
  t,
}) => {
  test.setTimeout(150_000);
  const giver = await createLearner(productKey);
  const friend: Person = { ...buildPerson(), name: 'هالة سمير' };
  await signIn(page, giver, `/ar/details/course-page/courses-data/${slug}`);
  await page.getByRole('link', { name: t('payment.give') }).click();
  await expect(
    page.getByRole('navigation', { name: t('payment.for_label') }).getByRole('link', { name: t('payment.for_gift') }),
  ).toHaveAttribute('aria-current', 'page');
  expect(await fitsThePhone(page)).toBe(true);
  await buyGift(page, t, friend);
  await expect(page.getByText(t('payment.gift_is_sent'))).toBeVisible();
  const { text } = await waitForMail(friend.email, subject);
  for (const line of words.split('\n')) expect(text).toContain(line);
  expect(text).not.toContain(giver.email);
  await leave(page);

  const link = await waitForMailedLink(friend.email, subject, 'gift');
  await page.goto(link);
  expect(await fitsThePhone(page)).toBe(true);
  await expect(page.getByText('With love from Mona')).toBeVisible();
  await expect(page.getByRole('button', { name: t('gifts.open') })).toHaveCount(0);
  await signUpOnPage(page, t, friend);
  await page.getByRole('button', { name: t('gifts.open') }).click();
  await page.waitForURL((url) => url.pathname.includes(`/course/${slug}`));
  await expect(page.locator('video')).toHaveCount(1);
  await page.goto(link);
  await page.getByRole('link', { name: /إلى الدورة/ }).click();
  await page.waitForURL((url) => url.pathname.includes(`/course/${slug}`));
  await leave(page);

  await signIn(page, await createLearner(), new URL(link).pathname + new URL(link).search);
  await expect(page.getByText(t('gifts.gift_opened'))).toBeVisible();
  await leave(page);

  await signIn(page, giver, '/ar/profile/payments');
  const gift = card(page).filter({ hasText: friend.name });
  await expect(gift.getByText(/فُتحت يوم/)).toBeVisible();
  await gift.getByText(t('refund.ineligible')).click();
  await expect(gift.getByText(t('refund.rule_refund_opened'))).toBeVisible();
});

test('a gift is corrected, then refunded before it is opened; its link says so, and administration shows the reason [N11, P7]', async ({
  page,
  t,
  pageErrors,
}) => {
  test.setTimeout(150_000);
  pageErrors.allow(/404/);
  const [wrong, right] = [createEmail('wrong'), createEmail('right')];
  const giver = await createGift({ name: 'هالة', email: wrong });
  const lost = await waitForMailedLink(wrong, subject, 'gift');
  const order = await findPaidOrder(giver);
  await signIn(page, giver, '/ar/profile/payments');
  await card(page).getByText(t('gifts.send_again'), { exact: true }).click();
  await card(page).getByLabel(t('payment.gift_recipient_email')).fill(right);
  await card(page)
    .getByRole('button', { name: t('gifts.send_again_submit') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('gifts.was_sent') })).toBeVisible();
  const link = await waitForMailedLink(right, subject, 'gift');
  await page.goto(lost);
  await expect(page.getByText(t('gifts.unknown'), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: t('gifts.to_courses') })).toBeVisible();

  await page.goto('/ar/profile/payments');
  await card(page).getByText(t('refund.ask')).click();
  await card(page).getByLabel(t('refund.reason_label')).fill('اشتريت غيرها');
  await card(page)
    .getByRole('button', { name: t('refund.send') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('refund.sent') })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(t('gifts.gift_refund_requested'))).toBeVisible();
  await leave(page);

  await enterAdministration(page, `/ar/admin/orders/${order}`);
  await expect(page.getByRole('main')).toContainText(right);
  await expect(page.getByRole('main')).toContainText(t('admin.note_gift_sent'));
  await approveRefund(page, t);
  await leave(page);

  await expect(async () => {
    await page.goto(link);
    await expect(page.getByText(t('gifts.gift_returned'))).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('link', { name: t('gifts.sign_up') })).toHaveCount(0);
});

test('a gift waits for its date and is sent once the date is removed; a recipient who owns the course cannot open it [N11]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const email = createEmail('later');
  await signIn(page, await createGift({ name: 'نور', email, day }), '/ar/profile/payments');
  await expect(card(page)).toContainText(day.split('-').reverse().join('-'));
  await card(page).getByText(t('gifts.change'), { exact: true }).click();
  await card(page).getByLabel(t('payment.gift_send_on')).fill('');
  await card(page)
    .getByRole('button', { name: t('gifts.change_submit') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('gifts.was_sent') })).toBeVisible();
  const link = await waitForMailedLink(email, subject, 'gift');
  await leave(page);
  await signIn(page, await createLearner(productKey), new URL(link).pathname + new URL(link).search);
  await expect(page.getByText(t('gifts.gift_owned'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('gifts.open') })).toHaveCount(0);
  await leave(page);
  await signIn(page, await createLearner(), new URL(link).pathname + new URL(link).search);
  await expect(page.getByRole('button', { name: t('gifts.open') })).toBeVisible();
});

test('an error of a gift is shown at its field, and choosing "for me" sends no gift fields [N11]', async ({
  page,
  t,
}) => {
  await signIn(page, await createLearner(), `/ar/payment?product=${course.productKey}&for=gift`);
  const email = page.getByLabel(t('payment.gift_recipient_email'));
  await email.fill('nobody');
  await email.blur();
  await expect(email).toHaveAccessibleDescription(new RegExp(t('validation.payment_email_invalid')));
  await field(page, t('payment.last_name')).fill('عبد الرحمن');
  await expect(payButton(page, t)).toBeDisabled();
  await page.getByRole('link', { name: t('payment.for_self'), exact: true }).click();
  await expect(email).toHaveCount(0);
  await expect(field(page, t('payment.last_name'))).toHaveValue('عبد الرحمن');
  const hosted = await openHostedPage(page, t);
  await payWithCard(hosted, cards.frictionless);
  await page.waitForURL((url) => url.pathname.includes(`/course/${course.slug}`));
  await hosted.close();
});
