import type { Page } from '@playwright/test';
import { call, callJson, testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { createEmail, createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';

/** Replaces digits, which names must not contain. */
const toLetters = (text: string): string =>
  text.replaceAll(/[^a-z0-9]/g, '').replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

const write = (fullName: string) =>
  call(`${testSite.url}/api/contact`, {
    body: { fullName, email: createEmail('bulk'), phoneNumber: '01001234567', message: 'Hello there' },
  });

const bar = (page: Page, t: (key: string) => string) => page.getByRole('form', { name: t('admin.bulk_bar') });
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(name) });

test('several enquiries are marked as answered together, and the number of selected ones is shown [O11, O8]', async ({
  page,
  context,
  t,
}) => {
  const names = ['A', 'B', 'C'].map((letter) => `Bulk ${letter} ${toLetters(createEmail('x'))}`);
  for (const name of names) await write(name);
  await context.setExtraHTTPHeaders((await shareAdministrator()).headers);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ar/admin/enquiries');
  const handle = bar(page, t).getByRole('button', { name: t('admin.handle') });
  await expect(handle).toBeDisabled();
  for (const name of names.slice(0, 2)) await choose(page, name).first().check();
  await expect(bar(page, t).getByText('اخترت عنصرين')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await handle.click();
  await expect(page.getByRole('alert').filter({ hasText: 'تغيّر عنصران' })).toBeVisible();
  await expect(page.getByRole('heading', { name: names[0] })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: names[2] })).toHaveCount(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('ratings are published together; one changed in between is named with the reason [O11, N4]', async ({
    page,
    context,
    t,
  }) => {
    test.setTimeout(120_000);
    const raters = [await createLearner('course-mobile'), await createLearner('course-mobile')];
    const rate = (index: number, text: string) =>
      call(`${testSite.url}/api/user/${raters[index]!.userId}/rating/mobile-apps-with-react-native`, {
        headers: raters[index]!.headers,
        body: { stars: 4, text },
      });
    for (const [index, rater] of raters.entries()) {
      await watchEveryLesson(rater, 'mobile-apps-with-react-native');
      await rate(index, `Bulk text ${index} ${rater.userId}`);
    }
    const chief = await shareAdministrator();
    await context.setExtraHTTPHeaders(chief.headers);
    try {
      await page.goto('/ar/admin/ratings');
      await bar(page, t)
        .getByRole('button', { name: t('admin.rating_publish') })
        .click();
      await expect(page.getByRole('alert').filter({ hasText: t('validation.bulk_size') })).toBeVisible();
      for (const [index, rater] of raters.entries())
        await page
          .getByRole('article')
          .filter({ hasText: `Bulk text ${index} ${rater.userId}` })
          .getByRole('checkbox')
          .check();
      await rate(1, `Another text ${raters[1]!.userId}`);
      await bar(page, t)
        .getByRole('button', { name: t('admin.rating_publish') })
        .click();
      await expect(page.getByRole('alert').filter({ hasText: 'تغيّر عنصر واحد' })).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: t('problems.conflict') })).toContainText(raters[1]!.name);
      await expect(page.getByRole('article').filter({ hasText: `Another text ${raters[1]!.userId}` })).toHaveCount(1);
    } finally {
      const rows = await callJson<Array<{ id: string; changedAt: string; userId: string }>>(
        `${testSite.url}/api/admin/ratings?state=published`,
        { headers: chief.headers },
      );
      const mine = rows.filter(({ userId }) => raters.some((rater) => rater.userId === userId));
      if (mine.length > 0)
        await call(`${testSite.url}/api/admin/bulk/ratings`, {
          headers: chief.headers,
          body: { action: 'hidden', rows: Object.fromEntries(mine.map(({ id, changedAt }) => [id, changedAt])) },
        });
    }
  });

  test('articles are hidden together and shown again [O11, O8]', async ({ page, context, t }) => {
    const chief = await shareAdministrator();
    const ids = ['one', 'two'].map((name) => `bulk-${name}-${Date.now()}`);
    const buildText = (id: string) => ({
      title: `Title of ${id}`,
      description: 'A description of twenty letters',
      category: 'News',
      html: '<p>x</p>',
    });
    for (const id of ids)
      await call(`${testSite.url}/api/admin/articles`, {
        headers: chief.headers,
        body: {
          id,
          category: 'news',
          imageUrl: null,
          publishedAt: '2026-01-02T10:00:00Z',
          published: true,
          texts: { en: buildText(id) },
        },
      });
    try {
      await context.setExtraHTTPHeaders(chief.headers);
      const list = `/ar/admin/articles?q=${encodeURIComponent(ids[0]!.split('-').at(-1)!)}`;
      await page.goto(`/ar/admin/articles?q=${encodeURIComponent('Title of bulk')}`);
      for (const id of ids) await choose(page, id).check();
      await bar(page, t)
        .getByRole('button', { name: t('admin.bulk_hide') })
        .click();
      await expect(page.getByRole('alert').filter({ hasText: 'تغيّر عنصران' })).toBeVisible();
      for (const id of ids) {
        await expect(page.getByRole('row').filter({ hasText: id })).toContainText(t('admin.hidden'));
        expect((await page.request.get(`/en/articles/${id}`)).status()).toBe(404);
      }
      await page.goto(list);
      await choose(page, ids[0]!).check();
      await bar(page, t)
        .getByRole('button', { name: t('admin.bulk_publish') })
        .click();
      await expect(page.getByRole('row').filter({ hasText: ids[0]! })).toContainText(t('admin.published'));
    } finally {
      for (const id of ids)
        await call(`${testSite.url}/api/admin/articles/${id}`, { method: 'DELETE', headers: chief.headers });
    }
  });
});
