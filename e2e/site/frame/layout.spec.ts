import type { Page } from '@playwright/test';
import { findContrastViolations, measureSidewaysScroll } from '../../support/axe';
import { course, finishCourse } from '../../support/courses';
import { expect, test } from '../../support/fixtures';
import { findPaidOrder } from '../../support/payments';
import { createLearner } from '../../support/people/accounts';
import { signIn } from '../../support/people/sign-in';
import { publicPages } from '../../support/public-pages';

test('the WhatsApp button covers no other control on small and large screens [B6]', async ({ page }) => {
  test.setTimeout(120_000);
  const touched: string[] = [];
  for (const [width, path] of [
    [320, '/de/login'],
    [360, '/ar/contact'],
    [390, '/en/login'],
    [390, '/ar/signup'],
    [768, '/de/pricing'],
    [1024, '/ar/articles'],
    [1280, '/en/contact'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(path);
    const button = page.getByRole('complementary').getByRole('link', { name: /WhatsApp|واتساب/ });
    await expect(button).toBeVisible();
    const { height } = await page.evaluate(() => ({ height: document.documentElement.scrollHeight }));
    for (let top = 0; top < height; top += 250) {
      await page.evaluate((at) => window.scrollTo({ top: at, behavior: 'instant' }), top);
      touched.push(
        ...(await button.evaluate((own) => {
          const place = own.getBoundingClientRect();
          const overlaps = (box: DOMRect) =>
            box.width > 1 &&
            box.left < place.right - 0.5 &&
            box.right > place.left + 0.5 &&
            box.top < place.bottom - 0.5 &&
            box.bottom > place.top + 0.5;
          // Over the header, compare the button only with the header's controls: content scrolls behind it.
          const header = document.querySelector('header')!;
          const neighbours = overlaps(header.getBoundingClientRect()) ? header : document.querySelector('main')!;
          const controls = [...neighbours.querySelectorAll('a, button, input, textarea, select, summary')].filter(
            (element) =>
              element.checkVisibility({ visibilityProperty: true }) && overlaps(element.getBoundingClientRect()),
          );
          return controls.map(
            (element) => `${innerWidth} ${location.pathname} ${scrollY}: ${element.outerHTML.slice(0, 80)}`,
          );
        })),
      );
    }
  }
  expect(touched).toEqual([]);
});

test('a service card alone in a two-column row is centred [C4]', async ({ page }) => {
  await page.goto('/ar/services');
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const list = page.locator('main section ul:has(> li:nth-child(3):last-child)').first();
    const [before, after] = await list.evaluate((element) => {
      const [around, last] = [element.getBoundingClientRect(), element.lastElementChild!.getBoundingClientRect()];
      return [last.left - around.left, around.right - last.right];
    });
    expect(before).toBeGreaterThan(width / 5);
    expect(Math.abs(before! - after!)).toBeLessThan(2);
  }
});

test('prices, lists and buttons of adjacent packages are aligned [C7]', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const lang of ['ar', 'de']) {
    await page.goto(`/${lang}/pricing`);
    const lines = await page
      .locator('main section ul:has(> li h3)')
      .evaluateAll((lists) =>
        lists.map((list) =>
          [...list.children].map((item) =>
            ['p', 'ul', 'a'].map((part) =>
              Math.round(item.querySelector(`:scope > ${part}`)!.getBoundingClientRect().top),
            ),
          ),
        ),
      );
    expect(lines).toHaveLength(3);
    for (const [first, ...others] of lines) for (const other of others) expect([lang, other]).toEqual([lang, first]);
  }
});

test('no word of a service’s title is broken, however long it is [A7]', async ({ page }) => {
  await page.goto('/de/details/service-page/promote/search-engine-optimisation');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const [declared, longest, lines] = await page.getByRole('heading', { level: 1 }).evaluate((element) => {
      const title = element.textContent;
      const letters = element.style.getPropertyValue('--longest-word');
      const word = 'Suchmaschinenoptimierung';
      element.textContent = word;
      element.style.setProperty('--longest-word', String(word.length));
      const range = document.createRange();
      range.selectNodeContents(element);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      element.textContent = title;
      element.style.setProperty('--longest-word', letters);
      return [Number(letters), Math.max(...title.split(/[\s-]+/).map((each) => each.length)), tops.size];
    });
    expect([width, declared, lines]).toEqual([width, longest, 1]);
  }
});

test('no word or number in an article’s table or a course’s plan is broken on a small phone [C6, C12]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [path, place] of [
    ['/de/articles/first-marketing-budget', 'main table'],
    ['/ar/articles/first-marketing-budget', 'main table'],
    ['/de/details/course-page/courses-data/nextjs-from-zero', '#content-1 ul'],
  ] as const) {
    await page.goto(path);
    const broken = await page
      .locator(place)
      .first()
      .evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const found: string[] = [];
        for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
          for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word);
          }
        }
        return found;
      });
    expect([path, broken]).toEqual([path, []]);
  }
});

test('an empty list names the search, or says that there is no such page [C11]', async ({ page, pageErrors }) => {
  pageErrors.allow(/404 \(Not Found\)/);
  expect(await (await page.request.get('/en/articles?q=xyzzy')).text()).toContain(
    'Nothing found for “<bdi>xyzzy</bdi>”',
  );
  await page.goto('/en/articles?page=99');
  await expect(page.getByRole('main')).toContainText('The list does not go that far.');
  await page.getByRole('main').getByRole('link', { name: 'Show all articles' }).click();
  await expect(page.locator('main article, main ol > li').first()).toBeVisible();
});

const listPageSizes = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    Number(width) > Number(height) ? 'on its side' : 'upright',
  );

test('a certificate prints on one landscape sheet, a receipt on one portrait sheet [P6]', async ({ page }) => {
  const learner = await createLearner(course.productKey);
  const [order, id] = [await findPaidOrder(learner), await finishCourse(learner)];
  await signIn(page, learner, 'about:blank');
  for (const [path, lies] of [
    [`de/certificate/${id}`, 'on its side'],
    [`ar/certificate/${id}`, 'on its side'],
    [`ar/payment/receipt/${order}`, 'upright'],
  ] as const) {
    await page.goto(`/${path}`);
    expect(listPageSizes(await page.pdf({ format: 'A4', preferCSSPageSize: true })), path).toEqual([lies]);
  }
});

test('print is ink on white without header and footer, with all questions open [C12, P6]', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['articles/fast-website-in-egypt', 'home', 'details/course-page/courses-data/nextjs-from-zero']) {
    await page.goto(`/ar/${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    for (const frame of ['banner', 'contentinfo'] as const)
      await expect(page.getByRole(frame, { includeHidden: true }).first()).toBeHidden();
    expect(await findContrastViolations(page), path).toEqual([]);
  }
  await expect(page.locator('main details:not([open]) p').last()).toBeVisible();
});

/** Share of the window that parts cover which stay in view while the page scrolls. */
const measureStayingShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const points = Array.from(
      { length: 16 * 32 },
      (_, at) => [(at % 16) * 20 + 10, Math.floor(at / 16) * 8 + 4] as const,
    );
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(element).position) || isFixed(element.parentElement));
    return points.filter(([x, y]) => isFixed(document.elementFromPoint(x, y))).length / points.length;
  });

test('at 400 % zoom, only the header stays in view while a page scrolls [B22]', async ({
  page,
  playwright,
  baseURL,
}) => {
  const learner = await createLearner(course.productKey);
  const api = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${learner.accessToken}` },
  });
  await api.put(`/api/user/${learner.userId}/progress/${course.slug}`, {
    data: { lesson: '04-data.mp4', positionSeconds: 12, played: true, watched: [[0, 12]] },
  });
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, learner, '/de/home');
  await expect(page.locator('main a[href$="04-data.mp4"]')).toBeVisible();
  for (const path of ['', '/de/details/course-page/courses-data/digital-marketing-basics']) {
    if (path !== '') await page.goto(path);
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }));
    await expect.poll(() => measureStayingShare(page), { message: path }).toBeLessThan(0.34);
  }
});

test.describe('with forced colours', () => {
  test.use({ forcedColors: 'active' });

  test('the current page and the chosen option have an outline [B22]', async ({ page }) => {
    await signIn(page, await createLearner(), '/en/payment?product=course-mobile');
    const choice = page.locator('main nav a');
    await expect(choice.and(page.locator('[aria-current]'))).toHaveCSS('outline-style', 'solid');
    await expect(choice.and(page.locator(':not([aria-current])')).first()).toHaveCSS('outline-style', 'none');
    await page.goto('/en/courses');
    await expect(page.locator('header a[aria-current="page"]')).toHaveCSS('outline-style', 'solid');
  });
});

/** Lists touch targets below 44 px; a link in a sentence may be as high as its line. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isDrawnLarger = (element: Element) =>
      ['::before', '::after'].some(
        (part) =>
          getComputedStyle(element, part).content !== 'none' && getComputedStyle(element, part).position === 'absolute',
      );
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      element.parentElement!.textContent.trim().length > element.textContent.trim().length + 3;
    const targets = [
      ...document.querySelectorAll(
        'a[href], button, select, textarea, summary, input:not([type=hidden], label input), label:has(input)',
      ),
    ];
    return targets
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isSmall = width > 1 && height > 1 && (width < 43.5 || height < 43.5);
        return isSmall && !isDrawnLarger(element) && !isInSentence(element)
          ? [`${Math.round(width)} x ${Math.round(height)} ${element.outerHTML.slice(0, 100)}`]
          : [];
      });
  });

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('touch targets are at least 44 px high and wide [B7]', async ({ page, pageErrors }) => {
    test.setTimeout(120_000);
    pageErrors.allow(/status of 404/);
    for (const path of [
      ...publicPages,
      'articles/fast-website-in-egypt',
      'search?q=website',
      'level-test/level-web',
      'policy',
      'login',
      'signup',
      'otpcode?email=mona%40midan.example',
      'offline',
      '../version',
    ]) {
      await page.goto(`/ar/${path}`);
      expect.soft(await findSmallTargets(page), path).toEqual([]);
    }
    // Lines of Latin letters are lower than Arabic ones.
    await page.goto('/de/search?q=website');
    expect.soft(await findSmallTargets(page), 'search in German').toEqual([]);
    await signIn(page, await createLearner(course.productKey), '/ar/home');
    const lesson = `course/${course.slug}/01-welcome.mp4`;
    for (const path of [
      'profile/myCourses',
      'profile/payments',
      'profile/security',
      'profile/notes',
      `${lesson}?section=notes`,
      `${lesson}?section=questions`,
      `course/${course.slug}/rating`,
      'payment?product=course-mobile',
    ]) {
      await page.goto(`/ar/${path}`);
      expect.soft(await findSmallTargets(page), path).toEqual([]);
    }
  });
});

test('with text at 200 %, pages fit a phone and cut nothing off [B22]', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
  for (const path of ['de/home', 'de/login', 'de/contact', 'de/courses', 'ar/courses', 'ar/pricing']) {
    await page.goto(`/${path}`);
    expect.soft(await measureSidewaysScroll(page), path).toBeLessThanOrEqual(0);
    const cards = page.locator('main li:has(a):visible');
    const cut = await cards.evaluateAll((items) =>
      items
        .filter((item) => getComputedStyle(item).overflow === 'hidden' && item.scrollWidth > item.clientWidth + 1)
        .map((item) => item.textContent.slice(0, 40)),
    );
    expect.soft(cut, path).toEqual([]);
  }
  await browser.close();
});

test('the names of clients do not overlap from 320 to 1280 px [C1]', async ({ page }) => {
  for (const lang of ['ar', 'en', 'de']) {
    await page.goto(`/${lang}/home`);
    for (const width of [320, 390, 600, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page
        .locator('section[aria-labelledby=clients] li')
        .evaluateAll((items) => items.filter((item) => item.scrollWidth > item.clientWidth + 1).length);
      expect([lang, width, wide]).toEqual([lang, width, 0]);
    }
  }
});
