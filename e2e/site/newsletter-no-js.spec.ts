import { expect, test } from '../support/fixtures';
import { field } from '../support/forms';
import { readMessages } from '../support/messages';
import { signUpInFooter, waitForNewsletterLink } from '../support/newsletter';
import { createEmail } from '../support/people/accounts';

test('the footer subscribes without scripts and shows errors; the link’s page confirms by a button, not by being opened [N9]', async ({
  page,
}) => {
  const [lang, t] = ['de', readMessages('de')];
  const email = createEmail('no-js');
  await page.goto(`/${lang}/services`);
  await signUpInFooter(page, lang, 'mona@midan');
  await expect(page).toHaveURL(new RegExp(`/${lang}/newsletter\\?error=invalid`));
  await expect(field(page, t('newsletter.address'))).toHaveValue('mona@midan');
  await expect(page.getByText(t('validation.email_invalid'))).toBeVisible();
  await signUpInFooter(page, lang, email);
  await expect(page.getByRole('heading', { name: t('newsletter.sent_title') })).toBeVisible();
  const link = await waitForNewsletterLink(email, lang);
  expect(link).toContain(`/${lang}/newsletter/confirm?token=`);
  for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  await page.goto(link);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('newsletter.confirm') })
    .click();
  await expect(page.getByRole('heading', { name: t('newsletter.confirmed_title') })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: t('home.articles_all') })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(t('newsletter.link_over'))).toBeVisible();
});
