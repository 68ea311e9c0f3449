import { axeFaults } from './axe';
import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { signIn } from './people/sign-in';
import { siteLanguages } from './site-pages';

const looks = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 768, height: 1024 },
] as const;

for (const lang of siteLanguages) {
  for (const { colorScheme, width, height } of looks) {
    test(`D1 D10 P1 ${lang} ${colorScheme} ${width}: axe finds nothing from signing up to the receipt, and nothing is wider than the screen`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const look = async (path: string) => {
        await page.goto(`/${lang}/${path}`);
        expect(await axeFaults(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      };
      for (const path of ['login', 'signup', 'forgetPassword', 'otpcode?email=mona@midan.example']) await look(path);
      await signIn(page, await newLearner('course-nextjs'), `/${lang}/profile/payments`);
      const order = await page.locator('[data-status=paid]').getAttribute('data-order');
      for (const path of ['payments', 'myCourses', 'reset-password', 'security']) await look(`profile/${path}`);
      for (const path of ['payment?product=course-marketing', `payment?order=${order}`, `payment/receipt/${order}`]) await look(path);
    });
  }
}
