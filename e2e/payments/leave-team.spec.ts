import { callJson, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { waitForMail, waitForMailedLink } from '../support/mail';
import { billing } from '../support/payments';
import { createEmail, createLearner, type Learner } from '../support/people/accounts';
import { enterAdministration } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';
import { buySeats, inviteToSeats } from '../support/seats';

const ownsCourse = ({ userId, headers }: Learner) =>
  callJson<boolean>(`${testSite.url}/api/payment/${userId}/checkProductStatus`, {
    headers,
    body: { productKey: course.productKey },
  });

test('a seat’s holder leaves the team before the first lesson, and an invitation is declined without signing in [N11]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const [manager, holder] = [await createLearner(), await createLearner()];
  const [taken, declined] = [createEmail('mona'), createEmail('hala')];
  const order = await buySeats(manager, 2);
  await inviteToSeats(manager, order, `${taken}, ${declined}`);

  const { pathname, search } = new URL(await waitForMailedLink(taken, /دعوة إلى دورة/, 'seat'));
  await signIn(page, holder, `${pathname}${search}`);
  await page.getByRole('button', { name: t('team.accept') }).click();
  await page.waitForURL(new RegExp(`/ar/course/${course.slug}`));
  await page.goto('/ar/profile/myCourses');
  await page
    .getByRole('navigation', { name: t('profile.menu') })
    .getByRole('link', { name: t('profile.team') })
    .click();
  const seat = page.getByRole('region', { name: t('team.held_title') }).getByRole('listitem');
  await expect(seat).toContainText(t('team.held_seen'));
  await seat.getByText(t('team.leave'), { exact: true }).first().click();
  await seat.getByRole('button', { name: t('team.leave') }).click();
  await expect(page.getByText(t('team.done_notice'), { exact: true })).toBeVisible();
  expect(await ownsCourse(holder)).toBe(false);
  await leave(page);

  await page.goto(await waitForMailedLink(declined, /دعوة إلى دورة/, 'seat'));
  await page.getByText(t('team.decline'), { exact: true }).first().click();
  await page.getByRole('button', { name: t('team.decline') }).click();
  await expect(page.getByText(t('team.invitation_declined'))).toBeVisible();

  expect((await waitForMail(billing.email, /رُفضت الدعوة/)).text).toContain(declined);
  await signIn(page, manager, '/ar/profile/team');
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: t('team.count_free') })
      .locator('xpath=following-sibling::dd'),
  ).toHaveText('2');
});

test('an impossible number of seats to refund stays as typed; lists mark seat orders, and administration finds them [N11, O6]', async ({
  page,
  t,
  pageErrors,
}) => {
  pageErrors.allow(/422/);
  const manager = await createLearner();
  const order = await buySeats(manager, 3);
  await signIn(page, manager, '/ar/profile/payments');
  const card = page.locator(`[data-order="${order}"]`);
  await expect(card.getByText(t('refund.purpose_seats'), { exact: true })).toBeVisible();
  await card.getByText(t('refund.ask')).click();
  for (const [typed, fault] of [
    ['٧', /3/],
    ['x', new RegExp(t('validation.returned_seat_count'))],
  ] as const) {
    await card.getByLabel(t('refund.seats_label')).fill(typed);
    await card.getByLabel(t('refund.reason_label')).fill('لم نحتج إليها');
    await card.getByRole('button', { name: t('refund.send') }).click();
    await expect(card.getByLabel(t('refund.seats_label'))).toHaveAccessibleDescription(fault);
    await expect(card.getByLabel(t('refund.seats_label'))).toHaveValue(typed);
    await expect(card.getByLabel(t('refund.reason_label'))).toHaveValue('لم نحتج إليها');
  }

  await enterAdministration(page, '/ar/admin/orders');
  await page.getByLabel(t('admin.status')).selectOption({ label: t('admin.status_seats') });
  await page.getByRole('button', { name: t('admin.filter'), exact: true }).click();
  await page.waitForURL(/status=seats/);
  await expect(
    page
      .getByRole('region', { name: t('admin.section_orders') })
      .getByText(t('admin.kind_seats'), { exact: true })
      .first(),
  ).toBeVisible();
});
