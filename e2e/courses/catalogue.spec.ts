import { languages } from '../../lib/language';
import { findAxeViolations, measureSidewaysScroll } from '../support/axe';
import { course } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { readMessages } from '../support/messages';

const buildDetailsPath = (lang: string, slug: string = course.slug) =>
  `/${lang}/details/course-page/courses-data/${slug}`;

test('the header leads in each language to the catalogue, whose cards show level, length, lessons, languages and price [N1]', async ({
  page,
}) => {
  for (const lang of languages) {
    const t = readMessages(lang);
    await page.goto(`/${lang}/services`);
    const tab = page
      .getByRole('navigation', { name: t('chrome.main_navigation') })
      .getByRole('link', { name: t('tab_courses'), exact: true });
    await tab.click();
    await expect(page).toHaveURL(new RegExp(`/${lang}/courses$`));
    await expect(tab).toHaveAttribute('aria-current', 'page');
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2, name: /Next\.js/ }) });
    const german = new Intl.DisplayNames(lang, { type: 'language' }).of('de')!;
    for (const fact of [
      t('catalogue.level_beginner'),
      german,
      new Intl.NumberFormat(lang === 'de' ? 'de' : 'en').format(180),
    ])
      await expect(card).toContainText(fact);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const list = data
      .map((text) => JSON.parse(text) as { '@type': string; itemListElement?: Array<{ url: string }> })
      .find((each) => each['@type'] === 'ItemList');
    expect(list?.itemListElement?.map(({ url }) => new URL(url).pathname)).toContain(buildDetailsPath(lang));
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/${lang}/courses$`));
    await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(languages.length + 1);
    await card.getByRole('link', { name: /Next\.js/ }).click();
    await expect(page).toHaveURL(new RegExp(`${buildDetailsPath(lang)}$`));
  }
});

test('a filter without results says what to do and is not indexed [N1]', async ({ page }) => {
  await page.goto('/en/courses');
  await page.getByLabel('Level').selectOption('advanced');
  await page.getByRole('button', { name: 'Show courses' }).click();
  await expect(page.getByRole('heading', { name: 'No course matches' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show all courses' }).click();
  await expect(page.getByText('3 courses', { exact: true })).toBeVisible();
});

test('the course page shows language, captions, level, length, requirements, questions and similar courses [N2]', async ({
  page,
}) => {
  await page.goto(buildDetailsPath('de'));
  const fact = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  await expect(fact('Sprache der Folien')).toHaveText('Arabisch, ohne Sprecherstimme');
  await expect(fact('Untertitel')).toHaveText('Arabisch, Englisch und Deutsch');
  await expect(fact('Niveau')).toHaveText('Einsteiger');
  await expect(fact('Dauer')).toHaveText('18 Min.');
  await expect(fact('Lektionen')).toHaveText('8');
  await expect(fact('Zuletzt aktualisiert')).toHaveText(/^\d\d\.\d\d\.\d{4}$/);
  await expect(page.locator('#price-card')).toContainText(
    'Folien auf Arabisch, ohne Sprecherstimme; Untertitel auf Arabisch, Englisch und Deutsch',
  );
  await expect(page.getByRole('heading', { name: 'Was Sie mitbringen sollten' })).toBeVisible();
  const question = page.getByRole('group').filter({ hasText: 'Muss ich React schon kennen?' });
  await question.locator('summary').click();
  await expect(question).toContainText('Was wir von React brauchen');
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const faq = data
    .map((text) => JSON.parse(text) as { '@type': string; mainEntity?: Array<{ name: string }> })
    .find((each) => each['@type'] === 'FAQPage');
  expect(faq?.mainEntity?.[0]?.name).toBe('Muss ich React schon kennen?');
  const similar = page.getByRole('heading', { name: 'Ähnliche Kurse' }).locator('xpath=ancestor::section[1]');
  await expect(similar.getByRole('heading', { level: 3 })).toHaveText([
    'Grundlagen des Onlinemarketings',
    'Mobile Apps mit React Native',
  ]);
});

test('the play button lies below the slide’s words; on a phone price and button stay in view unless the price card is visible [N2, L3]', async ({
  page,
}) => {
  await page.goto(buildDetailsPath('en'));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const [poster, disc] = await Promise.all([
      page.locator('#free-lesson video').boundingBox(),
      page.locator('#free-lesson').getByRole('button', { name: 'Play', exact: true }).boundingBox(),
    ]);
    expect((disc!.y - poster!.y) / poster!.height).toBeGreaterThan(2 / 3);
    expect(disc!.y + disc!.height).toBeLessThanOrEqual(poster!.y + poster!.height);
  }
  const bar = page.getByRole('complementary', { name: 'Price of this course' });
  await page.locator('#question-1').scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('link')).toHaveAttribute('href', `/ar/course/${course.slug}`);
  await page.locator('#price-card').scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(bar).toBeVisible();
  await expect
    .poll(async () => {
      const [box, footer] = [(await bar.boundingBox())!, (await page.getByRole('contentinfo').boundingBox())!];
      return box.y + box.height - footer.y;
    })
    .toBeLessThanOrEqual(1);
  expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test('the course page shows teacher, next steps and refund rule, and plays its free lesson in the lesson player [N2, C6, P7]', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/en/details/course-page/courses-data/digital-marketing-basics')).text()).toContain(
    'At the sale price this course cannot be refunded',
  );
  await page.goto(buildDetailsPath('en'));
  await expect(page.getByRole('heading', { name: 'Your teacher' })).toBeVisible();
  await expect(page.getByText('Ask within 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'Welcome: what we will build' }).click();
  await expect(page.locator('#free-lesson')).toBeInViewport();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const player = page.locator('#free-lesson');
  await page.locator('h1').click();
  await page.keyboard.press('Space');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(await player.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  const part = page.waitForRequest(
    (request) => request.url().includes('/api/preview/') && request.url().includes('240p.mp4'),
  );
  await player.getByLabel('Quality').first().selectOption('240p');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await part;
  await expect
    .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.5);
  await player.getByRole('button', { name: 'Pause' }).click();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(played|progress):/.test(key)))).toEqual(
    [],
  );
});

test('the picture of a sample lesson begins together with its sound [L10]', async ({ page }) => {
  await page.goto(buildDetailsPath('en'));
  const player = page.locator('#free-lesson');
  await player.getByLabel('Quality').first().selectOption('240p');
  const firstFrame = player.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime));
      }),
  );
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  expect(await firstFrame).toBeLessThan(0.05);
});

test('a free lesson started before React has loaded keeps playing with the player’s controls [N2, A5]', async ({
  page,
}) => {
  await page.goto(buildDetailsPath('en'), { waitUntil: 'load' });
  const video = page.locator('#free-lesson video');
  await video.scrollIntoViewIfNeeded();
  // Space presses the browser's own play button.
  await video.focus();
  await page.keyboard.press('Space');
  const player = page.locator('#free-lesson');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  const readPlayedSeconds = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
  await expect.poll(readPlayedSeconds, { timeout: 20_000 }).toBeGreaterThan(0.5);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
});

test('a visitor whose focus is on the video when React loads plays it with the space bar [N2, A5]', async ({
  page,
}) => {
  await page.goto(buildDetailsPath('en'), { waitUntil: 'load' });
  const video = page.locator('#free-lesson video');
  await video.scrollIntoViewIfNeeded();
  await video.focus();
  await expect(video).not.toHaveAttribute('controls');
  await page.keyboard.press('Space');
  await expect(page.locator('#free-lesson').getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('the player’s controls load with the first press, and the browser’s own controls appear if they fail to load [N2, L7]', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource/);
  await page.goto(buildDetailsPath('en'));
  await page.waitForLoadState('networkidle');
  const refused: string[] = [];
  await page.route('**/_next/static/chunks/*.js', (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  const player = page.locator('#free-lesson');
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.controls)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
});
