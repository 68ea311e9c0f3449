import { testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { findPaidOrder } from '../support/payments';
import { buildPerson, createEmail, createLearner } from '../support/people/accounts';
import { createEditor, enterAdministration, shareAdministrator } from '../support/people/administrators';

async function createBuyerAndAdministrator() {
  const administrator = await shareAdministrator();
  const buyer = await createLearner('course-nextjs', testSite, {
    ...buildPerson(),
    name: 'أسماء عبد الفتاح',
    email: createEmail('asmaa'),
  });
  return { administrator, buyer, order: await findPaidOrder(buyer) };
}

test('a shortcut searches from an admin page: a user in another spelling, the user’s order and the filtered lists [O10]', async ({
  page,
  context,
  t,
}) => {
  const { administrator, buyer, order } = await createBuyerAndAdministrator();
  await context.setExtraHTTPHeaders(administrator.headers);
  await page.goto('/ar/admin/health');
  const field = page.getByRole('banner').getByRole('searchbox', { name: t('admin.search_label') });
  await expect(field).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await field.fill('اسماء عبدالفتاح');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: /لا نتائج/ })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('searchbox')
    .fill(`اسماء ${buyer.email.split('@')[0]}`);
  await page.getByRole('main').getByRole('searchbox').press('Enter');
  const people = page.getByRole('region', { name: t('admin.section_learners') });
  await expect(people.getByRole('link', { name: /أسماء/ })).toHaveAttribute(
    'href',
    `/ar/admin/learners/${buyer.userId}`,
  );
  await expect(
    page.getByRole('region', { name: t('admin.section_orders') }).getByRole('link', { name: /#/ }),
  ).toHaveAttribute('href', `/ar/admin/orders/${order}`);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto(`/ar/admin/learners?q=${encodeURIComponent(`اسماء ${buyer.email.split('@')[0]}`)}`);
  await expect(page.getByRole('row').filter({ hasText: buyer.email })).toHaveCount(1);
});

test('the search link on a phone leads to the page with the search field [O10]', async ({ page, t }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAdministration(page, '/ar/admin/health');
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('admin.search_label') })
    .click();
  await expect(page).toHaveURL(/\/ar\/admin\/search$/);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an editor finds articles and pages, but no users or orders [O10, N6]', async ({ page, context, t }) => {
    const buyer = await createLearner();
    await context.setExtraHTTPHeaders((await createEditor()).headers);
    await page.goto('/ar/admin/articles');
    const field = page.getByRole('banner').getByRole('searchbox');
    await field.fill(buyer.email);
    await field.press('Enter');
    await expect(page.getByRole('heading', { name: /لا نتائج/ })).toBeVisible();
    await page.goto('/ar/admin/search?q=%D9%85%D9%88%D9%82%D8%B9');
    await expect(page.getByRole('region', { name: t('admin.section_articles') }).getByRole('listitem')).not.toHaveCount(
      0,
    );
    await expect(page.getByRole('region', { name: t('admin.section_orders') })).toHaveCount(0);
  });
});
