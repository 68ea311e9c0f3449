import { generateSync } from 'otplib';
import { languageName } from '../../lib/language';
import { course } from '../support/courses';
import { cards } from '../support/payments';
import { buildPerson, type Person } from '../support/people/accounts';
import { createAdministrator } from '../support/people/administrators';
import { expect, test } from './fixtures';
import type { Visitor } from './visitor';

async function signIn(visitor: Visitor, { email, password }: Person, path: string): Promise<void> {
  await visitor.open('/en/login');
  const isIn = await visitor.browser.evaluate(
    async (form) => {
      const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
      return (
        await fetch('/api/auth/callback/credentials', {
          method: 'POST',
          body: new URLSearchParams({ ...form, csrfToken, json: 'true' }),
        })
      ).ok;
    },
    { email, password, callbackUrl: path },
  );
  expect(isIn).toBe(true);
  await visitor.open(path);
}

async function expectInside(visitor: Visitor, selector: string): Promise<void> {
  const { left, top, right, bottom, window } = await visitor.waitForBox(selector);
  const at = `${selector} ${JSON.stringify({ left, top, right, bottom, window })}`;
  expect(left, at).toBeGreaterThanOrEqual(-0.5);
  expect(top, at).toBeGreaterThanOrEqual(-0.5);
  expect(right, at).toBeLessThanOrEqual(window.width + 0.5);
  expect(bottom, at).toBeLessThanOrEqual(window.height + 0.5);
}

test('menus open inside the window, at the top of a page and after scrolling [B19]', async ({
  visitor,
  lang,
  t,
  variant,
}) => {
  await visitor.open(`/${lang}/home`);
  for (const down of [0, 700]) {
    await visitor.browser.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), down);
    await visitor.press(t('chrome.choose_language'), { starts: true });
    await expectInside(visitor, '#languages');
    const [button, menu] = [
      await visitor.waitForBox('[popovertarget="languages"]'),
      await visitor.waitForBox('#languages'),
    ];
    expect(menu.top).toBeGreaterThanOrEqual(button.bottom - 1);
    expect(menu.left).toBeLessThan(button.right);
    expect(menu.right).toBeGreaterThan(button.left);
    await visitor.browser.evaluate(() => document.getElementById('languages')?.hidePopover());
  }
  if (variant.size.width > 600) return;
  await visitor.press(t('chrome.open_menu'));
  await expectInside(visitor, '#menu');
});

test('a reader changes the theme without React, and a press on the language menu or in a form loads it [A5, B19]', async ({
  visitor,
  lang,
  t,
}) => {
  const hasReact = () => visitor.browser.evaluate(() => window.reactListens === true);
  await visitor.read(`/${lang}/contact`);
  await visitor.press(t('chrome.change_theme'));
  await visitor.waitUntil('the theme is chosen', () => 'theme' in document.documentElement.dataset);
  expect(await hasReact()).toBe(false);
  await visitor.fill(t('contact.full_name'), 'Mona Adel');
  await visitor.waitUntil('React listens', () => window.reactListens === true);
  expect(await visitor.browser.evaluate(() => document.querySelector<HTMLInputElement>('#fullName')?.value)).toBe(
    'Mona Adel',
  );
  await visitor.read(`/${lang}/pricing`);
  await visitor.press(t('chrome.choose_language'), { starts: true });
  await visitor.waitUntil('React listens', () => window.reactListens === true);
});

test('a visitor signs up, buys a course, plays its lesson with settings and writes a note [B19]', async ({
  visitor,
  lang,
  t,
}) => {
  const { browser } = visitor;
  const person = buildPerson();
  const payment = `/${lang}/payment?product=${course.productKey}`;
  await visitor.open(`/${lang}/signup?next=${encodeURIComponent(payment)}`);
  const typed = {
    full_name: person.name,
    phone: person.phone,
    email: person.email,
    password: person.password,
    confirm_password: person.password,
  };
  for (const [key, value] of Object.entries(typed)) await visitor.fill(t(`auth.${key}`), value);
  await visitor.press(t('auth.signup_submit'));
  await visitor.waitForAddress('/payment?product=');
  await visitor.waitForReact();
  const tab = await visitor.runInNewTab(() =>
    visitor.press(t('payment.pay').split('{amount}')[0]!.trim(), { starts: true }),
  );
  await visitor.waitForAddress('unifiedcheckout');
  const typeIntoField = async (name: string, value: string) => {
    await visitor.waitUntil(
      `${name} has the focus`,
      (id) => {
        const input = document.querySelector<HTMLInputElement>(`[data-testid="${id}"]`);
        input?.focus();
        return input !== null && document.activeElement === input;
      },
      name,
    );
    await browser.type(value);
  };
  const press = (id: string) =>
    browser.evaluate((name) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`)!.click(), id);
  for (const [name, value] of Object.entries({
    number: cards.paid,
    holder: 'Test Account',
    expiry: '01/39',
    cvv: '123',
  }))
    await typeIntoField(name, value);
  await press('pay');
  await typeIntoField('otp', '123456');
  await press('confirm');
  await visitor.waitForText(t('payment.paid'));
  await tab.goBack();
  await visitor.waitForAddress(`/${lang}/course/${course.slug}`);

  await visitor.open(`/${lang}/course/${course.slug}/${course.lessons[0]}.mp4`);
  const nativeMenus = await browser.evaluate(
    () =>
      Array.from(document.querySelectorAll('select')).filter((each) => getComputedStyle(each).appearance !== 'none')
        .length,
  );
  expect(nativeMenus, 'WebKit paints a native menu white, under the light text of the player').toBe(0);
  await visitor.press(t('player.play'));
  await visitor.waitUntil('the lesson plays', () => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  for (const fromTop of [null, 120]) {
    const { x, y } = await visitor.waitUntil(
      'the settings button is there',
      ({ label, top }) => {
        const button = document.querySelector(`button[aria-label="${label}"]`);
        if (!button) return null;
        if (top === null) window.scrollTo({ top: 0, behavior: 'instant' });
        else window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
        const box = button.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      },
      { label: t('player.settings'), top: fromTop },
    );
    await browser.clickAt(x, y);
    await expectInside(visitor, 'dialog[open]');
    await visitor.press(t('player.settings_close'));
  }

  await visitor.open(`/${lang}/course/${course.slug}/${course.lessons[0]}.mp4?section=notes`);
  await visitor.fill(t('notes.text'), 'Chapter 1 الفصل');
  await visitor.press(t('notes.save'));
  await visitor.waitUntil('the note is in the list', () =>
    Array.from(document.querySelectorAll('main li')).some(({ textContent }) =>
      textContent?.includes('Chapter 1 الفصل'),
    ),
  );
});

test('an editor’s preview opens in a new tab [B19]', async ({ visitor, lang, t }) => {
  const { browser } = visitor;
  await signIn(visitor, await createAdministrator(), `/${lang}/profile/security`);
  await visitor.press(t('account.totp_start'));
  const secret = await visitor.waitUntil('the secret is shown', () =>
    /(?:[A-Z2-7]{4} ?){8}/.exec(document.body.innerText)?.[0].replaceAll(/\s/g, ''),
  );
  await visitor.fill(t('auth.totp'), generateSync({ secret }));
  await visitor.press(t('account.totp_confirm'));
  await visitor.waitForText(t('account.totp_codes'));

  await visitor.open(`/${lang}/admin/content/home-page.hero`);
  const tab = await visitor.runInNewTab(() =>
    visitor.press(`${t('admin.content_preview')}: ${languageName('de', lang)}`),
  );
  await visitor.waitForAddress('/de/');
  await visitor.waitUntil('the preview has a heading', () => document.querySelector('h1')?.textContent);
  await tab.goBack();

  await visitor.open(`/${lang}/admin/articles/fast-website-in-egypt`);
  await visitor.waitUntil('the editor has come', () => document.querySelector('.ProseMirror') !== null);
  const article = await visitor.runInNewTab(() =>
    visitor.press(`${t('admin.content_preview')}: ${languageName('ar', lang)}`),
  );
  await visitor.waitForAddress('/ar/articles/');
  await article.goBack();
  expect(
    await browser.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
});
