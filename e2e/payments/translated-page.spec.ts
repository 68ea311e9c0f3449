import type { Page } from '@playwright/test';
import { call, testSite } from '../support/api';
import { course } from '../support/courses';
import { expect, test, waitForReact } from '../support/fixtures';
import { createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';

test.use({ locale: 'en-GB' });

/** Wraps each text in two `<font>` elements, as Chromium's page translation does. */
const translatePage = (page: Page) =>
  page.evaluate(() => {
    const wrap = (node: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
      for (const text of texts) {
        if (text.parentElement?.closest('font, script, style') || text.data.trim() === '') continue;
        const inner = document.createElement('font');
        const outer = document.createElement('font');
        inner.textContent = `«${text.data}»`;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    wrap(document.body);
    document.documentElement.lang = 'fr';
    document.documentElement.classList.add('translated-ltr');
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node.isConnected) wrap(node instanceof Text ? (node.parentElement ?? node) : node);
    }).observe(document.body, { childList: true, subtree: true });
  });

test('a coupon changes each amount on a machine-translated page, and invalid fields are reported [B16]', async ({
  page,
}) => {
  const code = `TRANSLATED-${Date.now() % 1_000_000}`;
  const { headers } = await shareAdministrator();
  await call(`${testSite.url}/api/admin/coupons`, {
    headers,
    body: {
      code,
      percent: 50,
      amount: null,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      maxUsesPerLearner: null,
      withSale: true,
      refundable: false,
      courses: [],
    },
  });
  await signIn(page, await createLearner(), `/en/payment?product=${course.productKey}`);
  await expect(page.getByTestId('price')).toContainText('180');
  // React reports an error if a page is translated before the form is hydrated, and renders the form again.
  await expect(page.locator('form[novalidate] #last_name')).toBeVisible();
  await translatePage(page);
  const coupon = page.locator('input[name=coupon]:not([type=hidden])');
  if (await coupon.isHidden()) await page.locator('details', { has: coupon }).locator('summary').click();
  await coupon.fill(code);
  await coupon.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: /90/ })).toBeEnabled();
  await expect(page.getByTestId('price')).toContainText('90');
  await expect(page.getByTestId('price').locator('bdi').last()).not.toContainText('180');
  await page.locator('#last_name').fill('');
  await page.locator('#last_name').blur();
  await expect(page.locator('#last_name-error')).toContainText('Last name is required');
});

test('text typed on a page that was translated before its scripts loaded stays, and the page works [B16, A5]', async ({
  page,
  pageErrors,
}) => {
  // React reports the translation and renders the page again.
  pageErrors.allow(/error #418/);
  // Hold the scripts back until the text is typed.
  let isTyped = () => {};
  let typed: Promise<void> = Promise.resolve();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await typed;
    await route.continue();
  });
  for (const [path, name] of [
    ['/en/contact', 'message'],
    ['/en/newsletter', 'email'],
  ] as const) {
    typed = new Promise((resolve) => (isTyped = resolve));
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await translatePage(page);
    const field = page.locator(`main [name=${name}]`);
    const old = await field.elementHandle();
    await field.pressSequentially('Hello');
    isTyped();
    await waitForReact(page);
    await expect.poll(() => old?.evaluate(({ isConnected }) => isConnected)).toBe(false);
    await expect(field).toHaveValue('Hello');
    await field.pressSequentially('There');
    await expect(field).toHaveValue('HelloThere');
  }
});
