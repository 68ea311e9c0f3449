import { expect, test } from './fixtures';

test('a page frozen during an update works again after Back [B18]', async ({ visitor, lang, t, variant }) => {
  test.skip(variant.engine !== 'firefox', 'WebKitGTK reloads the page for WebDriver');
  const { browser } = visitor;
  await visitor.open(`/${lang}/contact`);
  await visitor.fill(t('contact.full_name'), 'Mona Adel');
  await browser.evaluate(() => {
    // Cause a React update on leaving: React delays the update, so the browser freezes the page before the update runs.
    window.addEventListener('pagehide', () => window.dispatchEvent(new Event('partmissing')));
    window.addEventListener('pageshow', (event) => {
      document.documentElement.dataset.returned = String(event.persisted);
    });
  });
  await visitor.open(`/${lang}/about`);
  await browser.goBack();
  await visitor.waitForAddress('/contact');
  await visitor.waitUntil(
    'what was typed is there',
    () => document.querySelector<HTMLInputElement>('[name="fullName"]')?.value === 'Mona Adel',
  );
  // Repeat the input until the button is enabled, because the page may still reload.
  const rest = { phoneNumber: '01001234567', email: 'mona@midan.example', message: 'Three lines are enough.' };
  await visitor.waitUntil(
    'the form knows what is typed',
    (values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`main [name="${name}"]`)!;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      return document.querySelector('main form button[type="submit"]')?.getAttribute('aria-disabled') !== 'true';
    },
    rest,
  );
  expect(await browser.evaluate(() => document.querySelector<HTMLInputElement>('[name="fullName"]')?.value)).toBe(
    'Mona Adel',
  );
});
