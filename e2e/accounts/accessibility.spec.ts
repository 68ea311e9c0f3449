import {
  findAxeViolations,
  findContrastViolations,
  findTextViolations,
  findTornButtons,
  measureSidewaysScroll,
  spaceText,
} from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { readMessages } from '../support/messages';
import { findMovingParts } from '../support/motion';
import { completePayment, findPaidOrder, requestPayment } from '../support/payments';
import { createLearner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';

/** One width for each layout; 320 is the narrowest supported screen. */
const widths = { ar: 320, en: 768, de: 390 };

const purchase = 'payment?product=course-marketing';
const signedOut = [
  'login',
  'signup',
  'forgetPassword',
  'otpcode?email=mona@midan.example',
  'login/code?email=mona@midan.example',
  'restore-email?token=x',
];

test('pages from sign-up to receipt in Arabic and another language pass axe, fit a phone and respect reduced motion [D1, D10, P1, P9, L1, V1, V7]', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const check = async (lang: keyof typeof widths, path: string) => {
    const where = `${lang} ${path}`;
    await page.setViewportSize({ width: widths[lang], height: 844 });
    await page.goto(`/${lang}/${path}`);
    expect(await (lang === 'ar' ? findAxeViolations : findTextViolations)(page), where).toEqual([]);
    await expect.poll(() => measureSidewaysScroll(page), { message: where }).toBeLessThanOrEqual(0);
    expect(await findTornButtons(page), where).toEqual([]);
    if (path === purchase) {
      const choices = await page
        .getByRole('navigation', { name: readMessages(lang)('payment.for_label') })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect([choices.length, new Set(choices).size], where).toEqual([3, lang === 'ar' ? 2 : 1]);
    }
    if (path === 'signup')
      await expect(
        field(page, readMessages(lang)('auth.phone')),
        'the help is read out with the field',
      ).toHaveAccessibleDescription(readMessages(lang)('auth.phone_help'));
    // Check colours and movements once, because only texts differ by language.
    if (lang !== 'ar') return;
    expect(await findMovingParts(page), where).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findContrastViolations(page), `${where} dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const checkAll = async (paths: string[]) => {
    for (const [index, path] of paths.entries())
      for (const lang of ['ar', index % 2 ? 'de' : 'en'] as const) await check(lang, path);
  };
  await checkAll(signedOut);
  const learner = await createLearner(course.productKey);
  const paid = await findPaidOrder(learner);
  const declined = await requestPayment(learner, 'course-marketing');
  await completePayment(declined, 'declined');
  const waiting = await requestPayment(learner, 'course-mobile');
  await signIn(page, learner, '/ar/profile/payments');
  await checkAll(
    ['payments', 'myCourses', 'details', 'reset-password', 'security', 'activity'].map((part) => `profile/${part}`),
  );
  // The text spacing of WCAG 1.4.12, in the language with the longest words.
  await page.setViewportSize({ width: 320, height: 844 });
  for (const part of ['security', 'details', 'subscriptions']) {
    await page.goto(`/de/profile/${part}`);
    await spaceText(page);
    expect(await measureSidewaysScroll(page), `${part} with text spacing`).toBeLessThanOrEqual(0);
  }
  await checkAll([
    'payment',
    ...[declined, waiting].map(({ orderId }) => `payment?order=${orderId}`),
    `payment?order=${paid}`,
    `payment/receipt/${paid}`,
    purchase,
  ]);
});
