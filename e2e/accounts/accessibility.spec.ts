import { newLearner } from '../support/accounts';
import { axeViolations, contrastViolations, sidewaysScroll, textViolations } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { completePayment, paidOrderOf, requestPayment } from '../support/payments';
import { messages } from '../support/messages';
import { languages } from '../support/public-pages';
import { signIn } from '../support/sign-in';

/** The narrowest screen that must do, and one for each other layout. */
const widths = { ar: 320, en: 768, de: 390 };

for (const lang of languages) {
  test(`D1 D10 P1 P9 ${lang}: axe finds nothing from signing up to the receipt, and nothing is wider than ${widths[lang]} px`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: widths[lang], height: 844 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const check = async (path: string) => {
      await page.goto(`/${lang}/${path}`);
      expect(await (lang === 'ar' ? axeViolations : textViolations)(page), path).toEqual([]);
      await expect.poll(() => sidewaysScroll(page), { message: path }).toBeLessThanOrEqual(0);
      // The texts differ by language, the colours do not.
      if (lang !== 'ar') return;
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await contrastViolations(page), `${path} dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    for (const path of ['login', 'signup', 'forgetPassword', 'otpcode?email=mona@midan.example', 'login/code?email=mona@midan.example', 'restore-email?token=x']) await check(path);
    const learner = await newLearner(course.productKey);
    const paid = await paidOrderOf(learner);
    const declined = await requestPayment(learner, 'course-marketing');
    await completePayment(declined, 'declined');
    const waiting = await requestPayment(learner, 'course-mobile');
    await signIn(page, learner, `/${lang}/profile/payments`);
    for (const path of ['payments', 'myCourses', 'details', 'reset-password', 'security', 'activity']) await check(`profile/${path}`);
    for (const path of ['payment', ...[declined, waiting].map(({ orderId }) => `payment?order=${orderId}`), `payment?order=${paid}`, `payment/receipt/${paid}`, 'payment?product=course-marketing']) await check(path);
    // On the narrowest screen the three may take two lines.
    const choices = await page.getByRole('navigation', { name: messages(lang)('payment.for_label') }).getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect([choices.length, new Set(choices).size]).toEqual([3, lang === 'ar' ? 2 : 1]);
  });
}
