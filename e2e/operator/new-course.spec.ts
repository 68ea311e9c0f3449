import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { call, callJson, testSite } from '../support/api';
import { findAxeViolations } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { cards, openHostedPage, payWithCard } from '../support/payments';
import { buildPerson } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signUpByForm } from '../support/people/sign-in';
import { addUsablePicture, drawPhoto } from '../support/pictures';
import { play } from '../support/player';

/** A number that makes the title unique, so that a retry does not find the first run's course. */
const edition = Date.now() % 100_000;
const englishTitle = `Git in an evening ${edition}`;
const slug = `git-in-an-evening-${edition}`;
const details = `/details/course-page/courses-data/${slug}`;
const languages = [
  ['ar', 'Arabic', `جيت في أمسية ${edition}`],
  ['en', 'English', englishTitle],
  ['de', 'German', `Git an einem Abend ${edition}`],
] as const;

function createClip(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'clip-'));
  try {
    const file = join(folder, 'clip.mp4');
    execFileSync('ffmpeg', [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=320x180:rate=25',
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440',
      '-t',
      '3',
      '-pix_fmt',
      'yuv420p',
      file,
    ]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function makeCourse(page: Page): Promise<void> {
  await page.goto('/en/admin/courses');
  await page.getByRole('link', { name: 'New course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New course' })).toBeVisible();
  await page.getByRole('button', { name: 'Create the course' }).click();
  await expect(page.getByLabel('Title (Arabic)')).toHaveAttribute('aria-invalid', 'true');
  for (const [, language, title] of languages) await page.getByLabel(`Title (${language})`).fill(title);
  await expect(page.getByLabel('Address')).toHaveValue(slug);
  await page.getByLabel(/^Price/).fill('٢٥٠');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the course' }).click();
  await page.waitForURL(`/en/admin/courses/${slug}`);
  await expect(page.getByText('Before it can be sold, it needs:')).toBeVisible();
}

async function addLesson(page: Page): Promise<void> {
  const lessons = page.getByRole('region', { name: 'Lessons' });
  await lessons.getByRole('button', { name: 'New chapter' }).click();
  await lessons.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lessons.getByText('Saved, and on the site now.')).toBeVisible();
  const uploads = page.getByRole('region', { name: 'Upload a video' });
  await uploads
    .getByLabel('Video', { exact: true })
    .setInputFiles({ name: 'first.mp4', mimeType: 'video/mp4', buffer: createClip() });
  for (const [, language, title] of languages) await uploads.getByLabel(`Name in ${language}`).fill(`${title} 1`);
  await uploads.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(lessons.locator('li bdi')).toHaveText([`${englishTitle} 1`], { timeout: 90_000 });
}

async function writeArabicText(page: Page, panel: Locator): Promise<void> {
  const tool = (name: string) => panel.getByRole('toolbar').getByRole('button', { name, exact: true });
  const text = panel.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  await page.keyboard.type('كل ما يحتاجه الفريق ');
  await tool('Bold').click();
  await page.keyboard.type('في يومه الأول');
  await page.keyboard.press('Enter');
  await tool('Bold').click();
  await tool('Bulleted list').click();
  await page.keyboard.type('الفروع');
  await page.keyboard.press('Enter');
  await tool('Link').click();
  await page.getByRole('dialog').getByLabel('Address of the link').fill('https://git-scm.com/book');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  // The editor takes the focus back in the next frame. Text filled in elsewhere before that would land in the editor.
  await expect(text).toBeFocused();
  await expect(text).toHaveAttribute('dir', 'rtl');
  await expect(text.locator('li')).toHaveText(['الفروع', 'https://git-scm.com/book']);
  await expect(panel.getByLabel('Text (HTML)'), 'no tag is seen').toHaveCount(0);
}

async function writeTexts(page: Page, picture: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Parts of the course page' })
    .getByRole('link', { name: 'Texts and offer' })
    .click();
  for (const [, language, title] of languages) {
    await page.getByRole('tab', { name: language }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByLabel('Summary').fill(`${title}: commits and branches`);
    if (language === 'Arabic') await writeArabicText(page, panel);
    else
      await panel
        .getByRole('textbox', { name: 'Text', exact: true })
        .fill(`${title}: everything that a team needs on its first day.`);
    await panel.getByLabel('Picture', { exact: true }).fill(picture);
    await panel.getByLabel('Picture description').fill(`${title}: a branch`);
    await panel.getByLabel('Created by').fill('Karim');
  }
}

async function readAsVisitor(site: Page): Promise<void> {
  // A busy server may send the stale catalogue once more.
  await expect(async () => {
    await site.goto('/en/courses');
    await site.getByRole('link', { name: englishTitle }).first().click({ timeout: 1_000 });
  }).toPass();
  await expect(site.getByRole('heading', { level: 1, name: englishTitle })).toBeVisible();
  await expect(site.getByText(/250/).first()).toBeVisible();
  await expect(
    site.getByRole('listitem').filter({ hasText: `${englishTitle} 1` }),
    'its lessons are its content',
  ).toBeVisible();
  await expect(
    site.getByRole('heading', { name: "What you'll learn" }),
    'nothing is said, so nothing is shown',
  ).toHaveCount(0);
  await site.goto(`/ar${details}`);
  await expect(site.locator('strong').filter({ hasText: 'في يومه الأول' })).toBeVisible();
  await expect(site.getByRole('listitem').filter({ hasText: 'الفروع' })).toBeVisible();
  await expect(site.getByRole('link', { name: 'https://git-scm.com/book' })).toHaveAttribute('rel', 'noopener');
  const fetchText = async (path: string) => (await site.request.get(path)).text();
  expect(await fetchText('/sitemap.xml')).toContain(`/de${details}`);
  expect(await fetchText('/assets/midan/content/de/course-page/courses-data.json')).toContain(
    `Git an einem Abend ${edition}`,
  );
  expect(await fetchText('/api/search?lang=en&kind=course&q=branches')).toContain(slug);
}

async function buyAndWatch(site: Page, t: (key: string) => string): Promise<void> {
  await signUpByForm(site, buildPerson(), '/ar/home');
  await site.goto(`/ar/payment?product=course-${slug}`);
  const hosted = await openHostedPage(site, t);
  await payWithCard(hosted, cards.paid);
  await site.waitForURL(new RegExp(`/ar/course/${slug}`), { timeout: 30_000 });
  await hosted.close();
  await play(site);
}

test('an administrator creates a course, a visitor finds it, and a learner buys and watches it [O7, N5, N8, C14, N19]', async ({
  page,
  context,
  browser,
  baseURL,
  pageErrors,
  t,
}) => {
  test.skip(spawnSync('ffmpeg', ['-version']).error !== undefined, 'a lesson is made by ffmpeg');
  test.setTimeout(240_000);
  pageErrors.allow(/status of 422/);
  const administrator = await shareAdministrator();
  const picture = await addUsablePicture(administrator, await drawPhoto(900, 600), 'git.jpg');
  const { address } = await callJson<{ address: string }>(`${testSite.url}/api/admin/pictures/${picture}`, {
    headers: administrator.headers,
  });
  await context.setExtraHTTPHeaders(administrator.headers);
  await makeCourse(page);

  const visitor = await browser.newContext({ baseURL: baseURL! });
  const site = await visitor.newPage();
  const fetchStatus = async (path: string) => (await visitor.request.get(path)).status();
  expect([await fetchStatus(`/en${details}`), await fetchStatus(`/api/payment/getProduct/course-${slug}`)]).toEqual([
    404, 404,
  ]);

  await addLesson(page);
  await writeTexts(page, address);
  await page.getByLabel('Published').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved, and on the site now.').last()).toBeVisible();
  await expect(page.getByText('Before it can be sold, it needs:')).toBeHidden();

  try {
    await readAsVisitor(site);
    await buyAndWatch(site, t);
    const refused = await fetch(`${testSite.url}/api/admin/courses/${slug}`, {
      method: 'DELETE',
      headers: { ...administrator.headers, origin: testSite.url },
    });
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
      409,
      '/problems/course-has-learners',
    ]);
  } finally {
    await takeOffOffer(administrator.headers);
  }
  expect([await fetchStatus(`/en${details}`), await fetchStatus(`/api/payment/getProduct/course-${slug}`)]).toEqual([
    404, 404,
  ]);
  await visitor.close();
});

/** Hides the course again, because other tests rely on the sample courses. */
async function takeOffOffer(headers: Record<string, string>): Promise<void> {
  const url = `${testSite.url}/api/admin/courses/${slug}`;
  const { level, spokenLanguage, texts } = await callJson<{ level: string; spokenLanguage: string; texts: unknown }>(
    url,
    { headers },
  );
  await call(url, { method: 'PUT', headers, body: { published: false, level, spokenLanguage, texts } });
}
