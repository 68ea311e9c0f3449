import { devices, type Page } from '@playwright/test';
import { call, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { cards, findPaidOrder, listChargesAtPaymob, openHostedPage, payWithCard } from '../support/payments';
import { createLearner, type Learner } from '../support/people/accounts';
import { approveRefund, enterAdministration } from '../support/people/administrators';
import { leave, signIn } from '../support/people/sign-in';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

/** The sample courses cost 180 and 60 alone, and 200 together. */
const bundle = { productKey: 'track-nextjs-and-mobile', name: 'باقة مطوّر الويب والموبايل' };
const other = { slug: 'mobile-apps-with-react-native', title: /React Native/ };

const card = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });

const openLesson = ({ userId, headers }: Learner, slug: string, file: string) =>
  call(`${testSite.url}/api/user/${userId}/video/playlist/${slug}~${file}.mp4`, { headers });

test('a bundle bought on a phone leaves out the course that the buyer owns, and one payment unlocks the rest [N11]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const learner = await createLearner(course.productKey);
  await signIn(page, learner, '/ar/courses');
  const offered = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: bundle.name }) });
  await expect(offered).toContainText(/200.*240.*40/s);
  await offered.getByRole('link', { name: t('bundles.buy') }).click();

  const summary = page.getByRole('region', { name: t('payment.summary') });
  await expect(summary.getByRole('listitem').filter({ hasText: 'لديك من قبل' })).toContainText(/Next\.js/);
  await expect(summary.getByRole('note')).toContainText('خُصم نصيبها من سعر الباقة');
  await expect(page.getByTestId('price')).toContainText('50');
  await page.getByLabel(t('payment.last_name')).fill('عبد الرحمن');
  const hosted = await openHostedPage(page, t);
  await payWithCard(hosted, cards.frictionless);
  await page.waitForURL((url) => url.pathname.includes(`/course/${other.slug}`));
  await hosted.close();
  await page.goto('/ar/profile/myCourses');
  for (const name of [/Next\.js/, other.title])
    await expect(page.getByRole('main').getByRole('heading', { name }).first()).toBeVisible();
  await page.goto(`/ar/payment?product=${bundle.productKey}`);
  await expect(page.getByText(t('payment.owned_bundle'))).toBeVisible();
});

test('only the unused course of a bundle is refunded, as the administrator sees [N11, P7]', async ({ page, t }) => {
  test.setTimeout(120_000);
  const learner = await createLearner(bundle.productKey);
  for (const file of course.lessons.slice(1, 5)) await openLesson(learner, course.slug, file);
  const order = await findPaidOrder(learner);
  await signIn(page, learner, '/ar/profile/payments');
  await card(page).getByText(t('refund.ask')).click();
  await expect(
    card(page)
      .getByRole('listitem')
      .filter({ hasText: t('refund.rule_refund_lessons') }),
  ).toContainText(/Next\.js.*150/);
  await expect(card(page).getByRole('listitem').filter({ hasText: other.title })).toContainText(/50/);
  await card(page).getByLabel(t('refund.reason_label')).fill('لا وقت لدي للدورة الثانية');
  await card(page)
    .getByRole('button', { name: t('refund.send') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('refund.sent') })).toBeVisible();
  await page.goto(`/ar/course/${course.slug}/06-deploy.mp4`);
  await expect(page.locator('video')).toHaveCount(1);
  await leave(page);

  await enterAdministration(page, `/ar/admin/orders/${order}`);
  await expect(page.getByRole('main')).toContainText(/React Native.*50/);
  await approveRefund(page, t);
  await leave(page);

  await signIn(page, learner, '/ar/profile/payments');
  await expect(card(page)).toContainText(/أُعيد منها.*50/);
  await page.goto(`/ar/course/${other.slug}`);
  await expect(page).toHaveURL(/payment\?product=course-mobile/);
  await page.goto(`/ar/course/${course.slug}`);
  await expect(page).toHaveURL(new RegExp(`/course/${course.slug}`));
  const returned = (await listChargesAtPaymob()).filter((charge) => charge.parent_transaction === learner.chargeId);
  expect(returned.map((charge) => charge.amount_cents)).toEqual([5_000]);
});

test('a buyer can have one chosen course of an unused bundle refunded [N11, P7]', async ({ page, t }) => {
  const learner = await createLearner(bundle.productKey);
  await signIn(page, learner, '/ar/profile/payments');
  await card(page).getByText(t('refund.ask')).click();
  await card(page).getByLabel(t('refund.part_label')).selectOption({ label: 'تعلّم Next.js من الصفر' });
  await card(page).getByLabel(t('refund.reason_label')).fill('أعرف ما فيها');
  await card(page)
    .getByRole('button', { name: t('refund.send') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('refund.sent') })).toBeVisible();
  await page.goto(`/ar/course/${course.slug}/${course.lessons[2]}.mp4`);
  await expect(page.locator('video')).toHaveCount(0);
  await page.goto(`/ar/course/${other.slug}`);
  await expect(page.locator('video')).toHaveCount(1);
});

test('an administrator creates a bundle, and the catalogue shows it until it is taken off sale [N11, O7]', async ({
  page,
  t,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/422/);
  const key = `bundle-${Date.now() % 1_000_000}`;
  const name = `باقة ${key}`;
  await enterAdministration(page, '/ar/admin/bundles/new');
  await page.getByLabel(t('admin.bundle_key')).fill(key);
  for (const language of ['العربية', 'الإنجليزية', 'الألمانية']) {
    await page.getByLabel(`${t('admin.bundle_name')} (${language})`).fill(name);
    await page.getByLabel(`${t('admin.bundle_description')} (${language})`).fill('دورتان معًا');
  }
  await page.getByLabel(t('admin.price')).first().fill('٢٥٠');
  await page.getByRole('checkbox', { name: other.title }).check();
  const save = page.getByRole('button', { name: t('admin.save'), exact: true });
  await save.click();
  await expect(page.getByText('اختر من دورتين إلى 20 دورة')).toBeVisible();
  await page.getByRole('checkbox', { name: /Next\.js/ }).check();
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const isOffered = async () => (await (await page.request.get('/ar/courses')).text()).includes(name);
  await expect.poll(isOffered).toBe(true);
  await page.getByLabel(t('admin.bundle_active')).uncheck();
  await save.click();
  await expect.poll(isOffered).toBe(false);
});
