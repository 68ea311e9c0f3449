import { test } from '../support/fixtures';
import { field } from '../support/forms';
import { publicPages } from '../support/public-pages';
import { takePictures } from './shots';

const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(publicPages.map((path) => [path.replaceAll('/', '-'), path])),
  article: 'articles/fast-website-in-egypt',
  'articles-nothing-found': 'articles?q=zzzz',
  'courses-beginner': 'courses?level=beginner',
  'course-with-quiz': 'details/course-page/courses-data/nextjs-from-zero',
  'level-test-begun': 'level-test/level-web',
  search: 'search?q=website',
  'search-empty': 'search',
  'search-nothing-found': 'search?q=zzzz',
  policy: 'policy',
  offline: 'offline',
  'gift-unknown': 'gift?token=none',
  'invitation-unknown': 'seat?token=none',
  newsletter: 'newsletter',
  login: 'login',
  'login-code': 'login/code',
  signup: 'signup',
  'forgotten-password': 'forgetPassword',
  code: 'otpcode?email=mona%40midan.example',
  'new-password': 'resetPassword',
  'not-found': 'nowhere',
  'order-reminders': 'order-reminders',
  'question-mails': 'question-mails',
};

for (const [name, path] of Object.entries(pages)) {
  test(`site: ${name}`, async ({ page, lang, pageErrors }) => {
    pageErrors.allow(/404/);
    await takePictures(page, { lang, name: `site-${name}`, path: `/${lang}/${path}` });
  });
}

test('site: version', ({ page, lang }) => takePictures(page, { lang, name: 'site-version', path: '/version' }));

test('site: contact form with errors', async ({ page, lang, t }) => {
  await takePictures(page, { lang, name: 'site-contact-errors', path: `/${lang}/contact` }, async () => {
    for (const name of ['full_name', 'phone_number', 'email', 'message']) {
      await field(page, t(`contact.${name}`)).focus();
      await page.keyboard.press('Tab');
    }
  });
});
