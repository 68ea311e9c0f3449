import { createHmac, hkdfSync } from 'node:crypto';
import { call, callJson, testSite } from '../support/api';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { unsubscribeByOneClick } from '../support/mail';
import { createLearner, type Learner } from '../support/people/accounts';
import { signIn } from '../support/people/sign-in';
import { authSecret } from '../support/services/ports';

/** Signs the link as the weekly mail does, because that mail is sent only on Sundays. */
function stopQuery({ userId }: Learner): URLSearchParams {
  const key = createHmac('sha256', Buffer.from(hkdfSync('sha256', authSecret, '', 'stop-weekly-mail', 32)))
    .update(userId)
    .digest('base64url');
  return new URLSearchParams({ user: userId, key });
}

interface ExportedData {
  weeklyMail: { lang: string; goalMinutes: number | null; consentAt: string } | null;
  watchDays: Array<{ seconds: number }>;
}
const exportData = ({ userId, headers }: Learner) =>
  callJson<ExportedData>(`${testSite.url}/api/user/${userId}/profile/export`, { headers });

test('the weekly email is off at first, is subscribed to with a goal and a language, and the profile shows the week’s progress [N20]', async ({
  page,
  t,
}) => {
  const learner = await createLearner(course.productKey);
  expect((await exportData(learner)).weeklyMail).toBeNull();
  for (const lesson of course.lessons.slice(1, 4)) {
    const body = { lesson: `${lesson}.mp4`, watched: [[0, 30]] };
    await call(`${testSite.url}/api/user/${learner.userId}/video/playlist/${course.slug}~${lesson}.mp4`, {
      headers: learner.headers,
    });
    for (let times = 0; times < 2; times += 1)
      await call(`${testSite.url}/api/user/${learner.userId}/progress/${course.slug}`, {
        method: 'PUT',
        headers: learner.headers,
        body,
      });
  }
  await signIn(page, learner, '/ar/profile/details');
  const card = page.getByRole('region', { name: t('account.weekly_title') });
  await card.getByLabel(t('account.weekly_goal')).selectOption('30');
  await card.getByLabel(t('account.weekly_lang')).selectOption('de');
  await card.getByRole('button', { name: t('account.weekly_turn_on') }).click();
  await expect(page.getByText(t('account.weekly_changed'))).toBeVisible();
  await expect(card.getByRole('progressbar')).toHaveAttribute('value', '1');
  await expect(card.getByRole('progressbar')).toHaveAttribute('max', '30');
  await expect(card.getByLabel(t('account.weekly_lang'))).toHaveValue('de');
  expect(await exportData(learner)).toMatchObject({
    weeklyMail: { lang: 'de', goalMinutes: 30, consentAt: expect.any(String) as unknown },
  });
  expect((await exportData(learner)).watchDays.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(93);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await card.getByRole('button', { name: t('account.weekly_turn_off') }).click();
  await expect(card.getByRole('button', { name: t('account.weekly_turn_on') })).toBeVisible();
  expect((await exportData(learner)).weeklyMail).toBeNull();
});

test('the email’s link unsubscribes without signing in: by a button on the page or one POST from a mail program, never by GET [N20]', async ({
  page,
  t,
}) => {
  const learner = await createLearner(course.productKey);
  const want = () =>
    callJson(`${testSite.url}/api/user/${learner.userId}/profile/weekly-mail`, {
      headers: learner.headers,
      body: { weeklyMail: 'on', mailLang: 'ar', goalMinutes: 0 },
    });
  await want();
  await page.goto(`/ar/weekly-mail?user=${learner.userId}&key=wrong`);
  await expect(page.getByText(t('account.weekly_unknown'))).toBeVisible();
  const url = `${testSite.url}/api/weekly-mail/stop?${stopQuery(learner)}&lang=ar`;
  await page.goto(url);
  expect(await findAxeViolations(page)).toEqual([]);
  expect((await exportData(learner)).weeklyMail).not.toBeNull();
  await page.getByRole('button', { name: t('account.weekly_stop'), exact: true }).click();
  await expect(page.getByText(t('account.weekly_stopped'))).toBeVisible();
  expect((await exportData(learner)).weeklyMail).toBeNull();
  await want();
  await unsubscribeByOneClick(url);
  expect((await exportData(learner)).weeklyMail).toBeNull();
});
