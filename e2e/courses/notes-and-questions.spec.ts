import { call, callJson, testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { waitForConfirmationLink, waitForMail } from '../support/mail';
import { createLearner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';
import { play, readCurrentSeconds, readVideoState, seekTo } from '../support/player';

const lesson = '03-layouts.mp4';
const path = `/ar/course/${course.slug}/${lesson}`;

const createConfirmedLearner = async () => {
  const learner = await createLearner(course.productKey);
  await fetch(await waitForConfirmationLink(learner.email, /./), { redirect: 'manual' });
  return learner;
};

test('a note added by the key n appears on another device and leads to its second in the video [N14, L4]', async ({
  page,
  browser,
  t,
}) => {
  const learner = await createLearner(course.productKey);
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url());
  });
  await signIn(page, learner, path);
  await play(page);
  await seekTo(page, 9);
  await expect.poll(() => readCurrentSeconds(page)).toBeGreaterThan(9.2);
  const before = scripts.length;
  await page.keyboard.press('n');
  const area = page.getByRole('textbox', { name: t('notes.text'), exact: false }).first();
  await expect(area).toBeFocused();
  expect(scripts.length, 'the section brings its script when it is opened').toBeGreaterThan(before);
  await expect.poll(async () => (await readVideoState(page)).isPaused).toBe(true);
  await page.keyboard.type('الترتيب nnn k');
  await expect(area).toHaveValue('الترتيب nnn k');
  await expect(page.getByLabel(t('notes.at'))).toHaveValue(/^0:(09|10|11)$/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'الترتيب nnn k' })).toBeVisible();
  await expect.poll(async () => (await readVideoState(page)).isPaused, 'it plays on').toBe(false);

  const other = await browser.newContext({ locale: 'ar-EG' });
  const phone = await other.newPage();
  await signIn(phone, learner, '/ar/profile/notes');
  await phone.getByLabel(t('notes.search')).fill('التَّرتيب');
  await phone.getByRole('button', { name: t('notes.search_submit') }).click();
  await expect(phone.getByRole('article')).toContainText('الترتيب nnn k');
  await phone.getByRole('article').getByRole('link').click();
  await expect(phone).toHaveURL(/section=notes&t=\d+$/);
  await play(phone);
  expect(await readCurrentSeconds(phone)).toBeGreaterThanOrEqual(9);
  const note = phone.getByRole('listitem').filter({ hasText: 'الترتيب' });
  await seekTo(phone, 1);
  await note.getByRole('link').click();
  await expect.poll(() => readCurrentSeconds(phone)).toBeGreaterThanOrEqual(9);
  await note.getByText(t('notes.edit'), { exact: true }).click();
  await note.getByRole('textbox').fill('ترتيب آخر');
  await note.getByRole('button', { name: t('notes.save') }).click();
  await expect(phone.getByRole('listitem').filter({ hasText: 'ترتيب آخر' })).toBeVisible();
  await other.close();
});

test('a note typed without a network survives a reload and is saved when the network is back [N14]', async ({
  page,
  context,
  pageErrors,
  t,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signIn(page, await createLearner(course.productKey), `${path}?section=notes`);
  const area = page.locator('#note-text');
  await area.fill('قبل أن تنقطع الشبكة');
  await context.setOffline(true);
  const save = page.getByRole('button', { name: t('notes.save'), exact: true });
  await save.click();
  await expect(page.getByText(t('notes.unsaved'))).toBeVisible();
  await expect(area).toHaveValue('قبل أن تنقطع الشبكة');
  await context.setOffline(false);
  await page.reload();
  await expect(area).toHaveValue('قبل أن تنقطع الشبكة');
  await save.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'قبل أن تنقطع الشبكة' })).toBeVisible();
  await expect(area).toHaveValue('');
});

test('a question is answered; the learner who asked gets an email, marks the answer and stops the emails [N15]', async ({
  page,
  browser,
  t,
}) => {
  test.setTimeout(120_000);
  const asker = await createConfirmedLearner();
  await signIn(page, asker, path);
  await page.getByRole('link', { name: t('sections.questions') }).click();
  await page.getByLabel(t('questions.ask')).fill('Why are there two folders?');
  await page.getByRole('button', { name: t('questions.send') }).click();
  await expect(
    page.getByRole('article').getByRole('paragraph').filter({ hasText: 'Why are there two folders?' }),
  ).toHaveAttribute('dir', 'auto');

  const helper = await createLearner(course.productKey);
  const other = await browser.newContext({ locale: 'ar-EG' });
  const second = await other.newPage();
  await signIn(second, helper, `${path}?section=questions`);
  await second
    .getByRole('listitem')
    .filter({ hasText: 'Why are there two folders?' })
    .first()
    .getByRole('link')
    .click();
  await second.getByLabel(t('questions.answer')).fill('لأن لكل قسم قالبه');
  await second.getByRole('button', { name: t('questions.answer_send') }).click();
  await expect(second.getByRole('listitem').filter({ hasText: 'لأن لكل قسم قالبه' })).toBeVisible();
  await other.close();

  const mail = await waitForMail(asker.email, /إجابة عن سؤالك/);
  expect(mail.text).toContain('لأن لكل قسم قالبه');
  expect(mail.text).not.toContain(helper.email);
  const [link = ''] = /http\S+section=questions\S+/.exec(mail.text) ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: t('questions.accept') }).click();
  await expect(page.getByText(t('questions.accepted'), { exact: true })).toBeVisible();
  expect(await findAxeViolations(page, '#sections')).toEqual([]);
  const [stop = ''] = /http\S+question-mails\?token=\S+/.exec(mail.text) ?? [];
  const stranger = await (await browser.newContext({ locale: 'ar-EG' })).newPage();
  await stranger.goto(stop);
  await stranger.getByRole('button', { name: t('questions.mails_stop_question') }).click();
  await expect(stranger.getByText(t('questions.mails_off_question'))).toBeVisible();
  await stranger.context().close();
  const token = new URL(stop).searchParams.get('token')!;
  const click = await fetch(`${testSite.url}/api/question-mails/stop?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(click.status).toBe(204);
  await page.goto('/ar/profile/details');
  await page.getByRole('button', { name: t('account.question_mails_turn_off') }).click();
  await expect(page.getByText(t('account.question_mails_changed'))).toBeVisible();
});

test('an administrator sees the newest questions, hides one with a reason and answers in the lesson [N15, O9]', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const asker = await createLearner(course.productKey);
  const text = `Buy my course ${Date.now()}`;
  const { id } = await callJson<{ id: string }>(`${testSite.url}/api/lesson-questions/${course.slug}/${lesson}`, {
    headers: asker.headers,
    body: { text },
  });
  const administrator = await shareAdministrator();
  await callJson(`${testSite.url}/api/admin/questions?state=unanswered`, { headers: administrator.headers });
  await call(`${testSite.url}/api/admin/questions/question/${id}`, {
    method: 'PUT',
    headers: administrator.headers,
    body: { hidden: true, reason: 'إعلان' },
  });
  await signIn(page, asker, `${path}?section=questions&question=${id}`);
  await expect(page.getByText('إعلان')).toBeVisible();
  await expect(page.getByText(t('questions.hidden'))).toBeVisible();
});
