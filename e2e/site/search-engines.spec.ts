import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { languages } from '../support/public-pages';

const courseSlugs = ['nextjs-from-zero', 'digital-marketing-basics'];

const parseTags = (text: string, name: string): Array<Record<string, string>> =>
  [...text.matchAll(new RegExp(`<${name}\\b([^>]*?)/?>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
    ),
  );

const parseAlternates = (text: string, name: string) =>
  Object.fromEntries(
    parseTags(text, name)
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang)
      .map(({ hreflang = '', href = '' }) => [hreflang, href]),
  );

async function fetchSitemap(request: APIRequestContext): Promise<Map<string, Record<string, string>>> {
  await expect.poll(async () => ((await (await request.get('/api/blogs?lang=de')).json()) as unknown[]).length).toBe(6);
  const xml = await (await request.get('/sitemap.xml')).text();
  return new Map(
    [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => [
      /<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? '',
      parseAlternates(entry, 'xhtml:link'),
    ]),
  );
}

test('each address in the sitemap is 200, complete and canonical, and links to its translations both ways [A2, A5, A6]', async ({
  request,
  baseURL,
}) => {
  const pages = await fetchSitemap(request);
  const buildArticleUrl = (lang: string) => `${baseURL}/${lang}/articles/fast-website-in-egypt`;
  for (const lang of languages)
    for (const page of [
      `${baseURL}/${lang}/home`,
      buildArticleUrl(lang),
      `${baseURL}/${lang}/details/course-page/courses-data/nextjs-from-zero`,
    ])
      expect([...pages.keys()]).toContain(page);
  expect(pages.size).toBeGreaterThan(60);
  for (const [url, alternates] of pages) {
    const answer = await request.get(url, { maxRedirects: 0 });
    const html = await answer.text();
    const head = html.slice(0, html.indexOf('</head>'));
    const lang = new URL(url).pathname.slice(1, 3);
    expect([url, answer.status()]).toEqual([url, 200]);
    expect(
      parseTags(head, 'link')
        .filter(({ rel }) => rel === 'canonical')
        .map(({ href }) => href),
    ).toEqual([url]);
    expect(parseTags(html, 'html')[0]).toMatchObject({ lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    expect([url, parseAlternates(head, 'link')]).toEqual([url, alternates]);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    expect([
      url,
      parseTags(main, 'h1').length,
      parseTags(main, 'img').filter(({ src, alt, width }) => !src || alt === undefined || !width),
    ]).toEqual([url, 1, []]);
    expect(main.replaceAll(/<script.*?<\/script>|<[^>]+>/gs, '').length, url).toBeGreaterThan(200);
    expect(html, url).toMatch(/<footer.*href="[^"]*\/refund-policy"/s);
    expect(
      parseTags(head, 'meta').filter(({ name }) => name === 'robots'),
      url,
    ).toEqual([]);
    const { 'x-default': fallback, ...languages } = alternates;
    expect(fallback, url).toBe(languages.ar);
    if (Object.keys(languages).length > 0) expect(languages[lang], url).toBe(url);
    for (const other of Object.values(languages)) expect(pages.get(other), `${url} names ${other}`).toEqual(alternates);
  }
});

test('personal, unknown and unmatched pages are not indexed [A8, G1]', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const isClosed = (path: string) => {
    const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)]
      .map(([, kind, start = '']) => ({ open: kind === 'Allow', start }))
      .filter(({ start }) => path.startsWith(start));
    return rules.sort((one, other) => other.start.length - one.start.length)[0]?.open === false;
  };
  for (const url of (await fetchSitemap(request)).keys())
    expect([url, isClosed(new URL(url).pathname)]).toEqual([url, false]);
  for (const path of [
    '/ar/profile/myCourses',
    '/de/payment',
    '/en/course/nextjs-from-zero',
    '/ar/admin',
    '/ar/login',
    '/api/blogs',
    '/auth/logout',
  ])
    expect([path, isClosed(path)]).toEqual([path, true]);
  for (const path of [
    'login',
    'login/code',
    'signup',
    'forgetPassword',
    'otpcode',
    'resetPassword',
    'restore-email',
    'confirm-new-email',
    'profile/myCourses',
    'payment',
    'course/nextjs-from-zero',
    'admin',
    'certificate/none',
    'nowhere',
    'details/x',
    'articles/none',
    'articles?q=x',
  ]) {
    const html = await (await request.get(`/en/${path}`)).text();
    expect([path, parseTags(html, 'meta').find(({ name }) => name === 'robots')?.content]).toEqual([
      path,
      expect.stringContaining('noindex'),
    ]);
    expect([path, parseTags(html, 'link').filter(({ rel }) => rel === 'canonical')]).toEqual([path, []]);
  }
});

interface Data {
  '@type'?: string;
  '@graph'?: Data[];
  [name: string]: unknown;
}
interface PageReading {
  data: Data[];
  title: string;
  h1: string;
  text: string;
  price: string;
  facts: string;
  date: string;
  crumbs: string[];
  rows: string[];
  poster: string;
}

for (const lang of languages) {
  test(`${lang}: structured data matches the visible page, for each kind of page [A5, C6, C11]`, async ({
    page,
    request,
    baseURL: origin,
  }) => {
    const baseURL = String(origin);
    await fetchSitemap(request);
    await page.goto(`/${lang}/policy`);
    const read = (path: string): Promise<PageReading> =>
      page.evaluate(async (address) => {
        // Remove styles, which this page's CSP would block.
        const html = (await (await fetch(address)).text()).replaceAll(/<style.*?<\/style>/gs, '');
        const shown = new DOMParser().parseFromString(html, 'text/html');
        const data = [...shown.querySelectorAll('script[type="application/ld+json"]')].map(
          (script) => JSON.parse(script.textContent ?? '') as { '@graph'?: unknown[] },
        );
        shown.querySelectorAll('main script').forEach((element) => element.remove());
        const readTexts = (selector: string) =>
          [...shown.querySelectorAll(selector)].map((element) => (element.textContent ?? '').trim());
        return {
          data: data.flatMap((each) => each['@graph'] ?? [each]),
          title: shown.title,
          h1: readTexts('h1').join(),
          text: shown.body.textContent ?? '',
          price: readTexts('#price-card p bdi').at(-1) ?? '',
          facts: readTexts('main time').join(),
          date: shown.querySelector('main time')?.getAttribute('datetime') ?? '',
          crumbs: readTexts('main nav ol:first-child > li').slice(0, 3),
          rows: readTexts('main li h2, main li h3'),
          poster: shown.querySelector('#free-lesson video')?.getAttribute('poster') ?? '',
        } as never;
      }, `/${lang}/${path}`);
    const findEntry = (reading: PageReading, type: string) => reading.data.find((each) => each['@type'] === type);
    const buildUrl = (path: string) => `${baseURL}/${lang}/${path}`;
    const readListedUrls = (reading: PageReading) =>
      (findEntry(reading, 'ItemList')?.itemListElement as Array<{ position: number; name: string; url: string }>).map(
        ({ name, url, position }, index) => {
          expect(position).toBe(index + 1);
          expect(url.startsWith(buildUrl(''))).toBe(true);
          return name;
        },
      );

    const home = await read('home');
    const organization = findEntry(home, 'Organization');
    expect(home.text).toContain(organization?.name as string);
    expect(findEntry(home, 'WebSite')).toMatchObject({
      name: organization?.name,
      url: buildUrl('home'),
      inLanguage: lang,
      publisher: { '@id': organization?.['@id'] },
    });
    expect(home.rows).toEqual(expect.arrayContaining(readListedUrls(home)));
    const contact = await read('contact');
    expect(contact.text).toContain(organization?.email as string);
    expect(contact.text.replace(/\D/g, '')).toContain((organization?.telephone as string).replace(/\D/g, ''));

    for (const path of ['services', 'articles']) {
      const list = await read(path);
      expect(readListedUrls(list).length, path).toBeGreaterThanOrEqual(6);
      expect(
        list.rows.filter((row) => readListedUrls(list).includes(row)),
        path,
      ).toEqual(readListedUrls(list));
    }

    const article = await read('articles/fast-website-in-egypt');
    const written = findEntry(article, 'Article');
    expect(written).toMatchObject({
      headline: article.h1,
      inLanguage: lang,
      mainEntityOfPage: buildUrl('articles/fast-website-in-egypt'),
      author: { '@type': 'Person', url: buildUrl('about'), worksFor: { '@id': organization?.['@id'] } },
    });
    expect(article.text).toContain((written?.author as { name: string }).name);
    const cairoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(
      new Date(written?.datePublished as string),
    );
    expect([article.date, article.facts]).toEqual([cairoDay, cairoDay.split('-').reverse().join('-')]);
    expect(article.text).toContain(written?.articleSection as string);

    for (const slug of courseSlugs) {
      const path = `details/course-page/courses-data/${slug}`;
      const reading = await read(path);
      const course = findEntry(reading, 'Course');
      expect(course).toMatchObject({
        name: reading.h1,
        url: buildUrl(path),
        inLanguage: 'ar',
        provider: { name: organization?.name },
        hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online' },
      });
      expect(reading.text).toContain(course?.description as string);
      const offer = course?.offers as { price: string; priceCurrency: string };
      expect([offer.priceCurrency, Number(offer.price)]).toEqual(['EGP', Number(reading.price.replace(/\D/g, ''))]);
      const { amount } = (
        (await (await request.get('/api/payment/getProducts')).json()) as Array<{ courseName: string; amount: number }>
      ).find(({ courseName }) => courseName === slug)!;
      expect(Number(offer.price) * 100).toBe(amount);
      const video = findEntry(reading, 'VideoObject');
      expect(video).toMatchObject({ thumbnailUrl: baseURL + reading.poster, isAccessibleForFree: true });
      expect(reading.text).toContain(video?.name as string);
      for (const address of [video?.thumbnailUrl, video?.contentUrl, course?.image])
        expect((await request.head(String(address))).status(), String(address)).toBe(200);
      expect(
        (findEntry(reading, 'BreadcrumbList')?.itemListElement as Array<{ name: string }>).map(({ name }) => name),
      ).toEqual(reading.crumbs);
    }

    for (const path of ['articles/fast-website-in-egypt', 'details/service-page/build/web-development']) {
      const reading = await read(path);
      const crumbs = findEntry(reading, 'BreadcrumbList')?.itemListElement as Array<{ name: string; item: string }>;
      expect([crumbs.map(({ name }) => name), crumbs.at(-1)?.item]).toEqual([reading.crumbs, buildUrl(path)]);
      expect(crumbs.at(-1)?.name).toBe(reading.h1);
    }
  });
}
