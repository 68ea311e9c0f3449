import { devices, type Page } from '@playwright/test';
import { callJson, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test, waitForReact } from '../support/fixtures';
import { waitForMail, waitForMailedLink } from '../support/mail';
import { cards, listChargesAtPaymob, openHostedPage, payButton, payWithCard } from '../support/payments';
import { buildPerson, createEmail, createLearner, type Learner } from '../support/people/accounts';
import { approveRefund, enterAdministration } from '../support/people/administrators';
import { leave, sendSignUpForm, signIn } from '../support/people/sign-in';
import { play } from '../support/player';
import { buySeats, inviteToSeats } from '../support/seats';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const seatOf = (page: Page, who: string) =>
  page.getByRole('list', { name: 'المقاعد' }).getByRole('listitem').filter({ hasText: who });
const count = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
const waitForInvitation = (to: string) => waitForMailedLink(to, /دعوة إلى دورة/, 'seat');
const readToken = (link: string) => new URL(link).searchParams.get('token');
const accept = async ({ headers }: Learner, email: string) =>
  callJson(`${testSite.url}/api/seats/accept`, { headers, body: { token: readToken(await waitForInvitation(email)) } });
const ownsCourse = ({ userId, headers }: Learner) =>
  callJson<boolean>(`${testSite.url}/api/payment/${userId}/checkProductStatus`, {
    headers,
    body: { productKey: course.productKey },
  });

test('a company buys five seats on a phone: one is accepted and used, one reassigned, two refunded [N11]', async ({
  page,
  t,
  pageErrors,
}) => {
  test.setTimeout(240_000);
  pageErrors.allow(/422/);
  const manager = await createLearner();
  const [mona, hala, omar, karim] = ['mona', 'hala', 'omar', 'karim'].map((name) => createEmail(name)) as [
    string,
    string,
    string,
    string,
  ];

  await signIn(page, manager, `/ar/details/course-page/courses-data/${course.slug}`);
  await page.getByRole('link', { name: t('site.for_team') }).click();
  await expect(page.getByTestId('price')).toContainText('900');
  await page.getByLabel(t('team.how_many')).fill('٦٠');
  await page.getByRole('button', { name: t('team.update_total') }).click();
  await expect(page.getByLabel(t('team.how_many'))).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(t('team.how_many'))).toHaveAccessibleDescription(/من 2 إلى 50/);
  await expect(page.getByLabel(t('team.how_many'))).toHaveValue('٦٠');
  await expect(page.getByTestId('price')).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('payment.submit') })).toBeDisabled();
  await page.getByLabel(t('team.how_many')).fill('٥');
  await page.getByRole('button', { name: t('team.update_total') }).click();
  await expect(payButton(page, t, '900')).toBeVisible();
  await page.getByLabel(t('payment.last_name')).fill('عبد الرحمن');
  const hosted = await openHostedPage(page, t);
  await payWithCard(hosted, cards.frictionless);
  await page.waitForURL(/\/ar\/profile\/team/);
  await hosted.close();
  expect((await waitForMail(manager.email, /إيصال/)).text).toContain('× 5');
  await expect(count(page, t('team.count_free'))).toHaveText('5');

  await page.getByLabel(t('team.emails')).fill(`${mona}, ${hala}\n${omar} not-an@address`);
  await page.getByRole('button', { name: t('team.invite') }).click();
  await expect(page.getByLabel(t('team.emails'))).toHaveAccessibleDescription(/not-an@address/);
  await expect(page.getByLabel(t('team.emails'))).toHaveValue(new RegExp(mona));
  await waitForReact(page);
  await page.getByLabel(t('team.emails')).fill(`${mona}, ${hala}\n${omar}`);
  await page.getByRole('button', { name: t('team.invite') }).click();
  await expect(page.getByText(t('team.invited_notice'))).toBeVisible();
  await expect(count(page, t('team.count_invited'))).toHaveText('3');
  await leave(page);

  await test.step('an invited visitor without an account accepts and watches', async () => {
    await page.goto(await waitForInvitation(mona));
    await expect(page.getByText(t('team.seen_progress'))).toBeVisible();
    await page.getByRole('link', { name: t('team.sign_up') }).click();
    await sendSignUpForm(page, t, { ...buildPerson(), email: mona, name: 'منى السيد' });
    await page.waitForURL(/\/ar\/seat\?token=/);
    await page.getByRole('button', { name: t('team.accept') }).click();
    await page.waitForURL(new RegExp(`/ar/course/${course.slug}`));
    await page.goto(`/ar/course/${course.slug}/${course.lessons[1]}.mp4`);
    await play(page);
    await leave(page);
  });

  const second = await createLearner();
  await accept(second, hala);
  expect(await ownsCourse(second)).toBe(true);
  await signIn(page, manager, '/ar/profile/team');
  await expect(seatOf(page, 'منى السيد')).toContainText(/%.*من 8/s);
  await expect(seatOf(page, 'منى السيد').getByRole('button')).toHaveCount(0);
  await seatOf(page, hala).getByRole('button').click();
  await expect(page.getByText(t('team.done_notice'), { exact: true })).toBeVisible();
  expect(await ownsCourse(second)).toBe(false);

  await page.getByLabel(t('team.emails')).fill(karim);
  await page.getByRole('button', { name: t('team.invite') }).click();
  await expect(count(page, t('team.count_free'))).toHaveText('2');
  const third = await createLearner();
  await accept(third, karim);
  expect(await ownsCourse(third)).toBe(true);

  await test.step('a refund of the free seats is requested, and the administrator sees why the others are excluded', async () => {
    await page.goto('/ar/profile/payments');
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) });
    await card.getByText(t('refund.ask')).click();
    await expect(card).toContainText(/مقعدان.*360/s);
    await expect(card.getByText(t('refund.rule_refund_seat_used'))).toBeVisible();
    await expect(card.getByLabel(t('refund.seats_label'))).toHaveValue('2');
    await card.getByLabel(t('refund.reason_label')).fill('لم نحتج إليها');
    await card.getByRole('button', { name: t('refund.send') }).click();
    await expect(page.getByText(t('refund.sent'))).toBeVisible();
    const order = (await card.getAttribute('data-order')) ?? '';
    await leave(page);
    await enterAdministration(page, `/ar/admin/orders/${order}`);
    const seats = page.getByRole('region', { name: t('admin.seats') });
    await expect(seats.getByRole('row').filter({ hasText: 'منى السيد' })).toContainText(
      t('admin.code_refund_seat_used'),
    );
    await expect(seats.getByRole('row').filter({ hasText: t('admin.seat_refund_requested') })).toHaveCount(2);
    await approveRefund(page, t);
    await leave(page);
  });

  await signIn(page, manager, '/ar/profile/team');
  await expect(count(page, t('team.count_refunded'))).toHaveText('2');
  await expect(seatOf(page, 'منى السيد')).toBeVisible();
  await page.goto('/ar/profile/payments');
  await expect(page.getByRole('main')).toContainText(/أُعيد منها.*360/);
  const amounts = (await listChargesAtPaymob())
    .filter(({ parent_transaction: parent }) => parent !== null)
    .map((charge) => charge.amount_cents);
  expect(amounts).toContain(36_000);
});

test('an administrator finds seat orders, resends an invitation and withdraws one with a reason [N11, O6]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const manager = await createLearner();
  const email = createEmail('nour');
  const order = await buySeats(manager, 2);
  await inviteToSeats(manager, order, email);
  const first = await waitForInvitation(email);
  await enterAdministration(page, '/ar/admin/orders?status=seats');
  await page
    .getByRole('region', { name: t('admin.section_orders') })
    .getByRole('row')
    .nth(1)
    .click();
  await page.waitForURL(/\/ar\/admin\/orders\/[\w-]+$/);
  await page.goto(`/ar/admin/orders/${order}`);
  const seats = page.getByRole('region', { name: t('admin.seats') });
  const confirmWith = async (button: string) => {
    await seats.getByRole('button', { name: button }).click();
    const question = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('textbox') })
      .first();
    await question.getByRole('textbox').fill('طلبت الشركة ذلك');
    await question.getByRole('button', { name: button, exact: true }).click();
  };
  await confirmWith(t('admin.seat_action_resend'));
  await expect(page.getByText(t('admin.note_seat_invited'))).toHaveCount(2);
  await expect
    .poll(async () => readToken(await waitForInvitation(email)), { timeout: 30_000 })
    .not.toBe(readToken(first));
  expect((await page.request.get(first)).status()).toBe(404);
  await confirmWith(t('admin.seat_action_withdraw'));
  await expect(seats.getByText(t('admin.seat_free'), { exact: true })).toHaveCount(2);
  await page.goto('/ar/admin/audit');
  await expect(page.getByText(t('admin.audit_order_seat_withdrawn')).first()).toBeVisible();
});
