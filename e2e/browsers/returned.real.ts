import { expect, test } from './fixtures';

test('goes on working after Back to a page that was frozen while an update was waiting [B18]', async ({ visitor, lang, t, variant }) => {
  test.skip(variant.engine !== 'firefox', 'WebKitGTK loads the page anew for WebDriver');
  const { browser } = visitor;
  await visitor.open(`/${lang}/contact`);
  await visitor.fill(t('contact.full_name'), 'Mona Adel');
  await browser.evaluate(() => {
    // An update that is no answer to a press waits for its turn; the page is frozen before it comes.
    window.addEventListener('pagehide', () => window.dispatchEvent(new Event('partmissing')));
    window.addEventListener('pageshow', (event) => { document.documentElement.dataset.returned = String(event.persisted); });
  });
  await visitor.open(`/${lang}/about`);
  await browser.back();
  await visitor.reaches('/contact');
  await visitor.until('what was typed is there', () => document.querySelector<HTMLInputElement>('[name="fullName"]')?.value === 'Mona Adel');
  // Leaving a field shows its fault, which needs an update.
  await visitor.until('the page shows what is wrong', async () => {
    const email = document.querySelector<HTMLInputElement>('[name="email"]')!;
    email.focus();
    email.blur();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return email.getAttribute('aria-invalid') === 'true';
  });
  expect(await browser.evaluate(() => document.querySelector<HTMLInputElement>('[name="fullName"]')?.value)).toBe('Mona Adel');
});
